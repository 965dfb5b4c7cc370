import type {Socket} from 'node:net';

/** The first byte of a TLS record that begins a handshake. */
const handshake = 0x16;

/** The first words of a request in plain HTTP: sent to the port of an HTTPS server by mistake. */
const requestLine = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) /;

/** The protocol of a connection, as far as its first bytes determine it. */
export const startOf = (bytes: Uint8Array): 'TLS' | 'HTTP' | 'unknown' => {
	if (bytes[0] === handshake) {
		return 'TLS';
	}

	if (requestLine.test(Buffer.from(bytes.subarray(0, 8)).toString('latin1'))) {
		return 'HTTP';
	}

	return 'unknown';
};

/**
The answer to plain HTTP.

@mirrors net/http conn.serve
*/
const inWords = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';

/**
Checks the first bytes of a connection: TLS continues in `secure`, HTTP receives a readable error, other data is disconnected.

@param waitMs the longest time for the first bytes.
*/
export const admitSocket = (socket: Socket, waitMs: number, secure: (socket: Socket) => void): void => {
	const hangUp = () => {
		socket.destroy();
	};

	const look = () => {
		const bytes: Buffer | null = socket.read();
		if (bytes === null) {
			// The other end sent nothing, and will not.
			hangUp();
			return;
		}

		socket.setTimeout(0);
		socket.off('timeout', hangUp);
		socket.off('error', hangUp);
		socket.unshift(bytes);
		const start = startOf(bytes);
		if (start === 'TLS') {
			secure(socket);
		} else if (start === 'HTTP') {
			socket.on('error', hangUp);
			socket.end(inWords, hangUp);
		} else {
			hangUp();
		}
	};

	socket.on('error', hangUp);
	socket.setTimeout(waitMs);
	socket.on('timeout', hangUp);
	socket.once('readable', look);
};
