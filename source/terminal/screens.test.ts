import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createElement} from 'react';
import test from 'ava';
import {createCluster} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import {completeScenario} from '../scenario/scenario.js';
import {defaultKeymap} from './keymap.js';
import type {Start} from './open.js';

// Ink draws nothing until the end where it believes that nobody looks.
delete process.env.CI;
delete process.env.CONTINUOUS_INTEGRATION;
const {FakeTerminal} = await import('./fake-terminal.js');
const {App} = await import('./open.js');

const manifest = `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {app: web}
spec:
  containers:
  - name: web
    image: nginx:1.27
    ports:
    - containerPort: 80
    resources:
      requests: {cpu: 500m, memory: 256Mi}
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports:
  - port: 80
`;

const prepare = (): Start => {
	const recording = new Recording(completeScenario(), createCluster);
	seek(recording, -1, 1, () => false, {untilMs: 60_000});
	const booted = recording.stops.length - 1;
	const files = {'web.yaml': manifest};
	recording.submit({kubectl: 'apply -f web.yaml', files});
	seek(recording, booted, 1, () => false);
	const start = booted + 1;
	return {view: 'recording', recording, start, cursor: start, files};
};

const folder = new URL('../../snapshots/screens/', import.meta.url);

/** Keys that lead to a screen; `\r` is enter. */
const screens: Readonly<Record<string, readonly string[]>> = {
	start: [],
	state: [':break apiserver.admit.mutate.ServiceAccount\r', 'c'],
	'state-whole': [':break apiserver.admit.mutate.ServiceAccount\r', 'c', 'y'],
	'state-blame': ['G', ':follow pod/web\r', ',', 'a'],
	stack: [':break apiserver.admit.mutate.ServiceAccount\r', 'c', '2', 'j'],
	why: [':break scheduler.bind\r', 'c', 'w'],
	events: ['G', '4'],
	lanes: [':break scheduler.bind\r', 'c', '5', '-'],
	cluster: ['G', '6', 'j'],
	'cluster-pods': ['G', ':pods\r'],
	scheduler: [':break scheduler.select\r', 'c', '7'],
	network: ['G', '8'],
	iptables: ['G', '8', 'i', '/web\r'],
	dns: ['G', '8', 'n'],
	traffic: ['G', '8', 't'],
	ledger: ['G', '9', '/services\r'],
	predict: [':break apiserver.admit.mutate.ServiceAccount\r', 'c', 'S', 'p'],
	real: [':break scheduler.bind\r', 'c', 'x'],
	command: [':kube', '\t'],
	breakpoints: [':break pod/web reason=Started\r', 'b', 'B'],
	help: ['?'],
};

for (const [columns, rows] of [
	[80, 24],
	[160, 50],
] as const) {
	for (const [name, keys] of Object.entries(screens)) {
		test.serial(`the screen "${name}" at ${columns}×${rows} is as it was agreed`, async (t) => {
			const terminal = new FakeTerminal(
				createElement(App, {
					start: prepare(),
					openFile: prepare,
					doors: {},
					keymap: defaultKeymap,
				}),
				columns,
				rows,
			);
			await terminal.type(...keys);
			const text = `${(await terminal.screen()).join('\n')}\n`;
			terminal.close();
			const file = new URL(`${name}-${columns}x${rows}.txt`, folder);
			if (process.env.UPDATE_SNAPSHOTS) {
				mkdirSync(folder, {recursive: true});
				writeFileSync(file, text);
			}

			t.true(existsSync(file), `${file.pathname} is missing; UPDATE_SNAPSHOTS=1 writes it`);
			t.is(text, readFileSync(file, 'utf8'));
		});
	}
}

const open = (columns: number, rows: number) =>
	new FakeTerminal(
		createElement(App, {start: prepare(), openFile: prepare, doors: {}, keymap: defaultKeymap}),
		columns,
		rows,
	);

test.serial('a resize keeps the place', async (t) => {
	const terminal = open(80, 24);
	await terminal.type('sss', 's');
	const before = (await terminal.screen())[2]!.match(/#\d+/)?.[0];
	await terminal.resize(160, 50);
	t.true((await terminal.screen()).join('\n').includes(`${before}  +`));
	await terminal.resize(40, 12);
	t.true((await terminal.screen()).join('\n').includes(before!));
	await terminal.resize(20, 5);
	t.true((await terminal.screen())[0]!.includes(before!));
	await terminal.resize(80, 24);
	t.is((await terminal.screen())[2]!.match(/#\d+/)?.[0], before);
	terminal.close();
});

test.serial('keys that arrive together, as when one is held, all count', async (t) => {
	const one = open(80, 24);
	await one.type('s', 's', 's', 's', 's', 's');
	const together = open(80, 24);
	await together.type('ssssss');
	t.deepEqual(await together.screen(), await one.screen());
	one.close();
	together.close();
});

test.serial('stepping forwards and as far back shows the very same screen', async (t) => {
	const terminal = open(160, 50);
	const before = await terminal.screen();
	await terminal.type('s'.repeat(200));
	t.notDeepEqual(await terminal.screen(), before);
	await terminal.type('S'.repeat(200));
	t.deepEqual(await terminal.screen(), before);
	terminal.close();
});
