/** Telling a player that it is their turn: title, icon, a soft sound, a notification. */

import { word } from "../words/words";

let audio: AudioContext | null = null;

/** Two soft notes. Browsers allow sound only after the first click, so failure is silence. */
export function chime(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    audio ??= new AudioContext();
    const start = audio.currentTime;
    for (const [at, pitch] of [
      [0, 523.25],
      [0.13, 659.25],
    ] as const) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.type = "sine";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0, start + at);
      volume.gain.linearRampToValueAtTime(0.06, start + at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + at + 0.5);
      tone.connect(volume).connect(audio.destination);
      tone.start(start + at);
      tone.stop(start + at + 0.55);
    }
  } catch {
    audio = null;
  }
}

export function showTurn(isTurn: boolean, title: string): void {
  document.title = isTurn ? word("turn.title", { title }) : title;
  const icon = document.getElementById("favicon") as HTMLLinkElement | null;
  const wanted = isTurn ? "/favicon-turn.svg" : "/favicon.svg";
  if (icon && !icon.href.endsWith(wanted)) icon.href = wanted;
}

export function notify(title: string, text: string): void {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(title, { body: text, tag: "fairdeal-turn", icon: "/favicon-turn.svg" });
  note.onclick = () => {
    focus();
    note.close();
  };
}
