// A server that says something else than it did, and a wire that loses messages: for the tests of the fair deal.
(() => {
  const sent = []; // what the page sent, and what of that was lost
  window.sent = sent;
  /** What becomes of a message of the server; tests put their own here. */
  window.lie = (message) => message;
  /** What the browser has written down of the table; null where it keeps nothing. */
  const pinned = () => {
    try {
      return localStorage.getItem(`fairdeal.fair.${location.pathname.split("/")[2]}`);
    } catch {
      return null;
    }
  };
  // A wish that must outlive a reload.
  const isLost = (type) => (sessionStorage.getItem("lost") ?? "").split(" ").includes(type);

  window.WebSocket = class extends WebSocket {
    set onmessage(hear) {
      super.onmessage = (event) => hear({ data: JSON.stringify(window.lie(JSON.parse(event.data))) });
    }
    send(text) {
      const message = JSON.parse(text);
      sent.push(message);
      if (message.type === "reveal") sent.kept = pinned();
      if (!isLost(message.type)) super.send(text);
    }
  };

  /** What was sent of a type; under the same id it counts once. */
  sent.of = (type) => [...new Map(sent.filter((one) => one.type === type).map((one) => [one.id, one])).values()];
})();
