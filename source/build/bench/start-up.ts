import {spawn, spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';

const cli = fileURLToPath(new URL('../../cli.js', import.meta.url));

/** Milliseconds that a command takes from start to end. */
export const commandMs = (...words: string[]): number => {
	const before = performance.now();
	const {status} = spawnSync(process.execPath, [cli, ...words], {stdio: 'ignore'});
	if (status !== 0) {
		throw new Error(`${words.join(' ')} ends with ${status}`);
	}

	return performance.now() - before;
};

/** Milliseconds until the screen is drawn, in a terminal of its own; `undefined` where there is no `script` command. */
export const firstFrameMs = (...words: string[]): Promise<number | undefined> =>
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
			// A frame has words in many rows; escape sequences alone are none.
			if (printed.split('\n').filter((row) => /[a-z]{3}/i.test(row)).length >= 5) {
				end(performance.now() - before);
			}
		});
	});
