import {setImmediate} from 'node:timers';
import type {Readable} from 'node:stream';
import {Adapter} from './adapter.js';
import {framed, FramingError, MessageReader} from './framing.js';

/**
Speaks the Debug Adapter Protocol on a pair of streams until the client disconnects or goes away.

@returns the exit code: 0, or 2 after something that is no message of the protocol.
*/
export const serveDAP = (
	input: Readable,
	write: (text: string) => void,
	complain: (text: string) => void,
): Promise<number> =>
	new Promise((resolve) => {
		const reader = new MessageReader();
		const end = (code: number): void => {
			input.removeAllListeners();
			// A client that holds its end open must not keep the process.
			input.destroy();
			resolve(code);
		};

		const adapter = new Adapter({
			send(message) {
				write(framed(message));
			},
			later: setImmediate,
			end() {
				end(0);
			},
		});
		const attempt = (work: () => void): void => {
			try {
				work();
			} catch (error) {
				if (!(error instanceof FramingError)) {
					throw error;
				}

				complain(`${error.message}\n  a debugger's client starts this command: see "In your editor" in the README\n`);
				end(2);
			}
		};

		input.on('data', (chunk: Uint8Array) => {
			attempt(() => {
				for (const message of reader.push(chunk)) {
					adapter.take(message);
				}
			});
		});
		input.on('end', () => {
			attempt(() => {
				reader.end();
				end(0);
			});
		});
	});
