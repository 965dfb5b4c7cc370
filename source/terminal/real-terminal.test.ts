import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {until} from '../testing/until.js';
import {temporaryFolder} from '../testing/temporary-folder.js';

const program = fileURLToPath(new URL('../cli.js', import.meta.url));

const here = ((): boolean => {
	try {
		execFileSync('tmux', ['-V'], {stdio: 'ignore'});
		return true;
	} catch {
		return false;
	}
})();

/** A shell in a real terminal, by tmux. */
class Tmux {
	readonly folder = temporaryFolder();
	readonly #socket = `k8s-walkthrough-${process.pid}`;

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

	/** Waits until the screen shows something. */
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

const manifest = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - {name: web, image: "nginx:1.27"}
`;

const own = 'alternate 0, cursor 1, mouse 00';
const taken = 'alternate 1, cursor 0, mouse 11';

test.serial(
	'in a real terminal the debugger opens, answers keys, and gives the terminal back however it ends',
	async (t) => {
		if (!here) {
			t.log('SKIPPED: tmux is not installed, so no real terminal was tried');
			t.pass();
			return;
		}

		t.timeout(600_000);
		const terminal = new Tmux();
		t.teardown(() => {
			terminal.close();
		});
		writeFileSync(path.join(terminal.folder, 'web.yaml'), manifest);
		const run = (before = '', after = '') =>
			`clear; ${before}'${process.execPath}' '${program}' run web.yaml ${after}; echo "ended $?"`;
		// Text typed before the prompt appears gets in the way of the answer.
		await terminal.until(/[#$]$/m);
		terminal.line('echo before');
		await terminal.until(/^before$/m);

		// Keys are answered; q asks nothing where nothing would be lost.
		terminal.line(run());
		await terminal.until(/─ kubectl\.kubeconfig ─/);
		t.is(terminal.modes(), taken);
		terminal.key('s');
		await terminal.until(/─ kubectl\.parse ─/);
		terminal.line(':break scheduler.bind');
		terminal.key('c');
		await terminal.until(/─ scheduler\.bind ─/);
		// It opens on the board, where digits set the speed.
		t.regex(terminal.screen(), /┏ scheduler ┓/);
		terminal.key('v');
		terminal.key('7');
		await terminal.until(/score × weight/);
		terminal.key('q');
		await terminal.until(/Leave\?/);
		terminal.key('q');
		await terminal.until(/^ended 0$/m);
		t.is(terminal.modes(), own);

		// The mouse is read, unless it is left to the terminal.
		terminal.line(run());
		await terminal.until(/─ kubectl\.kubeconfig ─/);
		terminal.click('rev ');
		terminal.key('Enter');
		await terminal.until(/inside etcd/);
		terminal.key('Escape');
		// An escape and what follows at once are one key for a terminal.
		await terminal.until(/^(?![^]*inside etcd)/);
		terminal.click('2 stack');
		await terminal.until(/─ Stack · kubectl/);
		terminal.key('C-c');
		await terminal.until(/^ended 0$/m);
		t.is(terminal.modes(), own);
		terminal.line(run('', '--no-mouse'));
		await terminal.until(/─ kubectl\.kubeconfig ─/);
		t.is(terminal.modes(), 'alternate 1, cursor 0, mouse 00');
		terminal.key('C-c');
		await terminal.until(/^ended 0$/m);

		// A resize while it runs is followed.
		terminal.line(run());
		await terminal.until(/─ kubectl\.kubeconfig ─/);
		terminal.key('v');
		terminal.tell('resize-window', '-t', 's', '-x', '150', '-y', '40');
		await terminal.until(/─ Pipeline ─.*─ Stack/);
		terminal.tell('resize-window', '-t', 's', '-x', '80', '-y', '24');
		await terminal.until(/^ kubectl● › apiserver/m);
		terminal.key('C-c');
		await terminal.until(/^ended 0$/m);
		t.is(terminal.modes(), own);

		// Ctrl-Z and fg.
		terminal.line(run());
		await terminal.until(/─ kubectl\.kubeconfig ─/);
		terminal.key('C-z');
		await terminal.until(/Stopped/);
		t.is(terminal.modes(), own);
		terminal.line('fg');
		await terminal.until(/─ kubectl\.kubeconfig ─/);
		t.is(terminal.modes(), taken);

		// A signal from outside.
		process.kill(terminal.child(), 'SIGTERM');
		await terminal.until(/Terminated/);
		t.is(terminal.modes(), own);

		// A crash: its report can be read.
		const trigger = path.join(terminal.folder, 'crash');
		const bomb = `import fs from "node:fs";setInterval(()=>{if(fs.existsSync("${trigger}"))throw new Error("boom")},50).unref()`;
		terminal.line(run(`NODE_OPTIONS='--import=data:text/javascript,${encodeURIComponent(bomb)}' `));
		await terminal.until(/─ kubectl\.kubeconfig ─/);
		writeFileSync(trigger, '');
		await terminal.until(/^ended 1$/m);
		t.regex(terminal.screen(), /Error: boom/);
		t.is(terminal.modes(), own);

		// Home, and back to it.
		terminal.line(`clear; '${process.execPath}' '${program}'; echo "ended $?"`);
		await terminal.until(/▸ · Begin: Lesson 1/);
		terminal.key('Enter');
		await terminal.until(/─ Lesson 1 · .* 1 of \d+ ─/);
		terminal.key('q');
		await terminal.until(/▸ ● Continue: Lesson 1/);
		terminal.key('q');
		await terminal.until(/^ended 0$/m);
		t.is(terminal.modes(), own);
	},
);
