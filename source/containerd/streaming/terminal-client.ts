import {streamChannels, type StreamInput} from '../../client/request.js';
import {ByteTextReader} from '../../kernel/byte-text.js';
import type {TerminalSize} from '../../machine/processes/terminal-device.js';
import type {Terminal} from '../../machine/processes/terminal.js';

const largest = 65_535;

/** The size in a message of the resize channel: `{"Width":80,"Height":24}`. @mirrors k8s.io/client-go/tools/remotecommand TerminalSize */
export const sizeIn = (text: string): TerminalSize | undefined => {
	const read = (name: string): number => Number(new RegExp(`"${name}"\\s*:\\s*(\\d{1,5})`).exec(text)?.[1]);
	const [columns, rows] = [read('Width'), read('Height')];
	return columns <= largest && rows <= largest ? {rows, columns} : undefined;
};

/** The client of a terminal: it sends keys, and its size. */
export class TerminalClient {
	readonly #decoder = new ByteTextReader();

	/** @param ends whether the end of its input is that of the terminal's. */
	constructor(
		readonly terminal: Terminal,
		readonly ends: boolean,
	) {}

	/** Processes a message. @returns whether the client has disconnected. */
	take(message: StreamInput): boolean {
		if ('gone' in message) {
			return true;
		}

		if ('data' in message && message.channel === streamChannels.stdin) {
			this.terminal.type(this.#decoder.read(message.data));
		} else if ('data' in message && message.channel === streamChannels.resize) {
			const size = sizeIn(Buffer.from(message.data).toString('latin1'));
			if (size) {
				this.terminal.resize(size);
			}
		} else if ('ended' in message && message.channel === streamChannels.stdin && this.ends) {
			this.terminal.hangUp();
		}

		return false;
	}
}
