// boardgame.io's own server with its own storage, which is memory; only its address is ours: loopback, any free port.

const { Server } = require('boardgame.io/server');
const { Caster } = require('./game');

const server = Server({ games: [Caster], origins: [] });
const listen = server.app.listen;
server.app.listen = (port, done) => listen(port, '127.0.0.1', done);

server.run(0).then(({ appServer }) => console.log(`boardgame.io is at http://127.0.0.1:${appServer.address().port}`));
