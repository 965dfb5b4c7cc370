import {spawn, spawnSync} from 'node:child_process';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {elapsedMs, figure, median, type Print} from './measure.js';

// Rows are set apart by line feeds, or by moving the cursor to each.
// eslint-disable-next-line no-control-regex
const rowStart = /\n|\u001B\[\d+;1H/;
const cli = fileURLToPath(new URL('../../bundle/cli.js', import.meta.url));

/** Milliseconds that a command takes from start to end. */
const commandMs = (...words: string[]): number => {
	const before = performance.now();
	const {status} = spawnSync(process.execPath, [cli, ...words], {stdio: 'ignore'});
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

/** Milliseconds until the screen is drawn, in a terminal of its own; `undefined` if there is no `script` command. */
const firstFrameMs = (...words: string[]): Promise<number | undefined> =>
	new Promise((resolve) => {
		const before = performance.now();
		const command = [process.execPath, cli, ...words].map((word) => `'${word}'`).join(' ');
		const child = spawn('script', ['-qfec', `stty rows 24 cols 80; exec ${command}`, '/dev/null'], {
			env: {...process.env, TERM: 'xterm-256color', CI: undefined},
			stdio: ['pipe', 'pipe', 'ignore'],
		});
		let printed = '';
		const end = (result: number | undefined): void => {
			clearTimeout(timer);
			resolve(result);
			child.kill();
		};

		const timer = setTimeout(() => {
			end(undefined);
		}, 10_000);
		child.on('error', () => {
			end(undefined);
		});
		child.on('exit', () => {
			end(undefined);
		});
		child.stdout.on('data', (data: Buffer) => {
			printed += data.toString();
			// A frame has words in many rows; escape sequences alone do not count.
			if (printed.split(rowStart).filter((row) => /[a-z]{3}/i.test(row)).length >= 5) {
				end(performance.now() - before);
			}
		});
	});

/** Starting the command, as the user's clock sees it. */
export const measureStartUp = async (print: Print): Promise<void> => {
	print('Start-up: wall clock');
	const bare = median(Array.from({length: 9}, () => nodeMs()));
	const versions = Array.from({length: 9}, () => commandMs('--version'));
	print(
		figure(
			'--version',
			median(versions),
			'ms',
			100,
			`median of ${versions.length}; node alone takes ${Math.round(bare)} ms`,
		),
	);
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
			: figure('first frame', median(frames), 'ms', 500, `median of ${frames.length}`),
	);
};
