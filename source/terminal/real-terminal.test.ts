import {writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {Tmux, hasTmux} from '../testing/tmux.js';

const program = fileURLToPath(new URL('../cli.js', import.meta.url));

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
		if (!hasTmux) {
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

		// The screen follows a resize while it runs.
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

		// To the home screen, and back to it.
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
