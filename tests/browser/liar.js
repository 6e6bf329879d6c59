// A server that says something else than it did, and a wire that loses messages: for the tests of the fair deal.
(() => {
  const sent = []; // what the page sent, and what of that was lost
  window.sent = sent;
  /** What becomes of a message of the server; tests put their own here. */
  window.lie = (message) => message;
  // A wish that must outlive a reload.
  const isLost = (type) => (sessionStorage.getItem("lost") ?? "").split(" ").includes(type);

  window.WebSocket = class extends WebSocket {
    set onmessage(hear) {
      super.onmessage = (event) => hear({ data: JSON.stringify(window.lie(JSON.parse(event.data))) });
    }
    send(text) {
      const message = JSON.parse(text);
      sent.push(message);
      if (!isLost(message.type)) super.send(text);
    }
  };

  /** What was sent of a type; under the same id it counts once. */
  sent.of = (type) => [...new Map(sent.filter((one) => one.type === type).map((one) => [one.id, one])).values()];
})();
