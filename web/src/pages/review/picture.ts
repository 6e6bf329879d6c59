/** A drawing as a picture that can be sent around. It is drawn apart from its page, so it brings the page's letters. */

const PLACE = /url\("([^"]+)"\)/;

async function inlined(address: string): Promise<string> {
  const blob = await (await fetch(address)).blob();
  return new Promise((found, failed) => {
    const reader = new FileReader();
    reader.onload = () => found(reader.result as string);
    reader.onerror = () => failed(reader.error as DOMException);
    reader.readAsDataURL(blob);
  });
}

/** One of the page's faces, with its letters inside. */
async function carried(face: CSSFontFaceRule): Promise<string> {
  const place = PLACE.exec(face.cssText)![1]!;
  const letters = await inlined(new URL(place, face.parentStyleSheet!.href ?? undefined).href);
  return face.cssText.replace(place, letters);
}

/** The page's own faces among some families; what else they name, machines have or have not. */
function facesOf(families: string): CSSFontFaceRule[] {
  const named = families.split(", ");
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return rules
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter((face) => named.includes(face.style.getPropertyValue("font-family")));
}

/** Draw it once more, at this size in pixels. */
export async function pictureOf(drawing: SVGSVGElement, width: number, height: number): Promise<Blob> {
  const own = drawing.cloneNode(true) as SVGSVGElement;
  const families = getComputedStyle(drawing).fontFamily;
  for (const [name, value] of Object.entries({ width, height, "font-family": families })) {
    own.setAttribute(name, String(value));
  }
  const style = document.createElementNS(drawing.namespaceURI, "style");
  style.textContent = (await Promise.all(facesOf(families).map(carried))).join("");
  own.prepend(style);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(own))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d")!.drawImage(image, 0, 0, width, height);
  return new Promise((found, failed) =>
    canvas.toBlob((blob) => (blob ? found(blob) : failed(new Error())), "image/png"),
  );
}
