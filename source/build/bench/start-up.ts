import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {elapsedMs, figure, median, type Print} from './measure.js';
import {cli, ProgramInTerminal} from './terminal.js';

// Rows are set apart by line feeds, or by moving the cursor to each.
// eslint-disable-next-line no-control-regex
const rowStart = /\n|\u001B\[\d+;1H/;

/** Milliseconds that a command takes from start to end. */
const commandMs = (words: readonly string[], env: NodeJS.ProcessEnv = {}): number => {
	const before = performance.now();
	const {status} = spawnSync(process.execPath, [cli, ...words], {stdio: 'ignore', env: {...process.env, ...env}});
	if (status !== 0) {
		throw new Error(`${words.join(' ')} ends with ${status}`);
	}

	return performance.now() - before;
};

/** Milliseconds that node takes to run an empty program. */
const nodeMs = (): number =>
	elapsedMs(() => {
		spawnSync(process.execPath, ['-e', '0'], {stdio: 'ignore'});
	});

/** Milliseconds until the screen is drawn, in a separate terminal; `undefined` if there is no `script` command. */
const firstFrameMs = async (...words: readonly string[]): Promise<number | undefined> => {
	const before = performance.now();
	const program = new ProgramInTerminal(80, 24, ...words);
	// A frame has words in many rows; escape sequences alone do not count.
	const isDrawn = await program.until(
		(drawn) => drawn.split(rowStart).filter((row) => /[a-z]{3}/i.test(row)).length >= 5,
	);
	const ms = performance.now() - before;
	program.close();
	return isDrawn ? ms : undefined;
};

const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: main, image: nginx}]}\n';

/** A trace of one Pod, by the ordinary start and from a startup snapshot. */
const measureTrace = (print: Print): void => {
	const home = mkdtempSync(path.join(os.tmpdir(), 'bench-'));
	const manifest = path.join(home, 'pod.yaml');
	writeFileSync(manifest, pod);
	const env = {HOME: home, XDG_CACHE_HOME: '', CI: 'true'};
	const trace = (snapshot: string): readonly number[] =>
		Array.from({length: 9}, () => commandMs(['trace', manifest], {...env, K8S_WALKTHROUGH_SNAPSHOT: snapshot}));
	const ordinary = trace('off');
	print(figure('trace of one Pod', median(ordinary), 'ms', undefined, `median of ${ordinary.length}`));
	spawnSync(process.execPath, [path.join(path.dirname(cli), 'write-snapshot.js')], {env: {...process.env, ...env}});
	if (readdirSync(home, {recursive: true, encoding: 'utf8'}).some((name) => name.endsWith('.blob'))) {
		const started = trace('');
		print(figure('  from a startup snapshot', median(started), 'ms', 250, `median of ${started.length}`));
	} else {
		print('  from a startup snapshot: not measured; it needs Node 22.15 or later');
	}

	rmSync(home, {recursive: true, force: true});
};

/** Starting the command, as the user's clock sees it. */
export const measureStartUp = async (print: Print): Promise<void> => {
	print('Start-up: wall clock');
	const bare = median(Array.from({length: 9}, () => nodeMs()));
	const versions = Array.from({length: 9}, () => commandMs(['--version']));
	print(
		figure(
			'--version',
			median(versions),
			'ms',
			100,
			`median of ${versions.length}; node alone takes ${Math.round(bare)} ms`,
		),
	);
	measureTrace(print);
	const frames: number[] = [];
	for (let time = 0; time < 7; time++) {
		// One after the other, each on a quiet machine: the last one keeps loading for a while after its first frame.
		// eslint-disable-next-line no-await-in-loop
		const ms = await firstFrameMs();
		// eslint-disable-next-line no-await-in-loop
		await pause(1500);
		if (ms !== undefined) {
			frames.push(ms);
		}
	}

	print(
		frames.length === 0
			? '  first frame: not measured; it needs the command "script" and a terminal'
			: figure('first frame', median(frames), 'ms', 350, `median of ${frames.length}`),
	);
};
