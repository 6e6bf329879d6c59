/** Telling a player that it is their turn: title, icon, a notification. */

import { word } from "../words/words";

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
