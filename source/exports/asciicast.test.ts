import test from 'ava';
import xterm from '@xterm/headless';
import {exportedRun, hostilePod, textOf} from '../testing/exported-run.js';
import {exportAsciicast} from './asciicast.js';
import {stopsOf} from './stretch.js';

const pod = exportedRun(hostilePod);
const [header = '', ...lines] = textOf(exportAsciicast(pod)).trimEnd().split('\n');
const events: ReadonlyArray<readonly [seconds: number, kind: string, data: string]> = lines.map((line) =>
	JSON.parse(line),
);

test('the header has what asciicast version 2 asks for', (t) => {
	t.deepEqual(JSON.parse(header), {
		version: 2,
		width: 120,
		height: 35,
		title: 'kubectl apply -f web.yaml',
		env: {TERM: 'xterm-256color'},
	});
});

test('each stop is a frame, at a steady pace; failures are markers', (t) => {
	const times = events.map(([seconds]) => seconds);
	t.deepEqual(
		times,
		times.toSorted((a, b) => a - b),
	);
	t.is(events.filter(([, kind]) => kind === 'o').length, [...stopsOf(pod)].length + 2);
	t.regex(events.find(([, kind]) => kind === 'm')?.[2] ?? '', /^✗ #\d+ apiserver\.respond$/);
});

test('a terminal that plays it shows the board', async (t) => {
	const terminal = new xterm.Terminal({cols: 120, rows: 35, allowProposedApi: true});
	const rows = (): string[] =>
		Array.from({length: 35}, (_, row) => terminal.buffer.active.getLine(row)?.translateToString(true) ?? '');
	let shown: string[] = [];
	for (const [, kind, data] of events) {
		if (kind === 'o') {
			// eslint-disable-next-line no-await-in-loop
			await new Promise<void>((done) => terminal.write(data, done));
			shown = rows();
		}

		if (shown[0]?.startsWith('─ scheduler.bind ')) {
			break;
		}
	}

	t.regex(shown[0] ?? '', /^─ scheduler\.bind ─/);
	t.true(shown.some((row) => row.includes('┌ etcd')));
	t.true(shown.some((row) => /▣ pod\/web/.test(row)));
});

test('texts of the run bring no codes of their own', (t) => {
	for (const [, kind, data] of events) {
		if (kind === 'o') {
			t.false(/\u001B(?!\[[?\d;]*[A-Za-z])|\u0007/.test(data));
		}
	}
});
