import {setImmediate} from 'node:timers';
import type {Readable} from 'node:stream';
import {isRecord} from '../../kernel/record.js';
import {Adapter} from './adapter.js';
import {framed, FramingError, MessageReader} from './framing.js';
import type {ServedCluster} from './served.js';
import {Switchboard} from './switchboard.js';

/**
Speaks the Debug Adapter Protocol on a pair of streams until the client disconnects. A client that attaches to a server is connected to it.

@param attached the cluster of a server; then only this cluster can be debugged.
@returns the exit code: 0, or 2 after data that is not a message of the protocol.
*/
export const serveDAP = (
	input: Readable,
	write: (text: string) => void,
	complain: (text: string) => void,
	attached?: ServedCluster,
): Promise<number> =>
	new Promise((resolve) => {
		const reader = new MessageReader();
		const send = (message: object): void => {
			write(framed(message));
		};

		const end = (code: number): void => {
			input.removeAllListeners();
			// Later reports of a socket would have no listener.
			input.on('error', () => {});
			switchboard.leave();
			// A client that holds its end open must not keep the process.
			input.destroy();
			resolve(code);
		};

		const isOver = (): void => {
			end(0);
		};

		const adapter = new Adapter({send, later: setImmediate, end: isOver}, attached);
		const switchboard = new Switchboard(adapter, {send, end: isOver});
		const attempt = (work: () => void): void => {
			try {
				work();
			} catch (error) {
				if (!(error instanceof FramingError)) {
					throw error;
				}

				complain(`${error.message}\n  an editor starts this command: see k8s-walkthrough help editor\n`);
				end(2);
			}
		};

		input.on('data', (chunk: Uint8Array) => {
			attempt(() => {
				for (const message of reader.push(chunk).filter((one) => isRecord(one))) {
					switchboard.take(message);
				}
			});
		});
		input.on('end', () => {
			attempt(() => {
				reader.end();
				end(0);
			});
		});
		input.on('close', isOver);
	});
