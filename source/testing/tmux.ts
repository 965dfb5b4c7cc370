import {execFileSync} from 'node:child_process';
import process from 'node:process';
import {temporaryFolder} from './temporary-folder.js';
import {until} from './until.js';

let terminals = 0;

/** Whether real terminals can be tried here. */
export const hasTmux = ((): boolean => {
	try {
		execFileSync('tmux', ['-V'], {stdio: 'ignore'});
		return true;
	} catch {
		return false;
	}
})();

/** A shell in a real terminal of 80×24, by tmux. */
export class Tmux {
	readonly folder = temporaryFolder();
	readonly #socket = `k8s-walkthrough-${process.pid}-${(terminals += 1)}`;

	constructor() {
		const {CI: _, CONTINUOUS_INTEGRATION: __, NO_COLOR: ___, ...environment} = process.env;
		execFileSync(
			'tmux',
			['-L', this.#socket, '-f', '/dev/null', 'new-session', '-d', '-s', 's', '-x', '80', '-y', '24', 'sh'],
			{
				cwd: this.folder,
				env: {
					...environment,
					LANG: 'C.UTF-8',
					LC_ALL: 'C.UTF-8',
					XDG_DATA_HOME: this.folder,
					XDG_CONFIG_HOME: this.folder,
				},
			},
		);
	}

	tell(...words: readonly string[]): string {
		return execFileSync('tmux', ['-L', this.#socket, ...words], {encoding: 'utf8'});
	}

	/** Types a line and enter. */
	line(text: string): void {
		this.tell('send-keys', '-t', 's', '-l', text);
		this.tell('send-keys', '-t', 's', 'Enter');
	}

	key(...keys: readonly string[]): void {
		this.tell('send-keys', '-t', 's', ...keys);
	}

	screen(): string {
		return this.tell('capture-pane', '-p', '-t', 's');
	}

	/** Whether the alternate screen and the cursor are shown, and the mouse is reported. */
	modes(): string {
		const modes = 'alternate #{alternate_on}, cursor #{cursor_flag}, mouse #{mouse_button_flag}#{mouse_sgr_flag}';
		return this.tell('display', '-p', '-t', 's', modes).trim();
	}

	/** Clicks on a text of the screen. */
	click(text: string): void {
		const rows = this.screen().split('\n');
		const row = rows.findIndex((one) => one.includes(text));
		const place = `${(rows[row]?.indexOf(text) ?? 0) + 1};${row + 1}`;
		this.tell('send-keys', '-t', 's', '-l', `\u001B[<0;${place}M\u001B[<0;${place}m`);
	}

	/** Waits until the screen matches a pattern. */
	async until(pattern: RegExp): Promise<string> {
		let shown = '';
		await until(
			() => {
				shown = this.screen();
				return pattern.test(shown);
			},
			{everyMs: 50, shown: () => `${String(pattern)}:\n${shown}`},
		);
		return shown;
	}

	/** The process in the foreground: the shell's child. */
	child(): number {
		const shell = this.tell('display', '-p', '-t', 's', '#{pane_pid}').trim();
		return Number(execFileSync('pgrep', ['-P', shell], {encoding: 'utf8'}).trim().split('\n').at(-1));
	}

	close(): void {
		this.tell('kill-server');
	}
}
