import {spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

/** The bundled program. */
export const cli = fileURLToPath(new URL('../bundle/cli.js', import.meta.url));

/**
Runs `serve` at full speed in a separate process while `use` runs.

@param kubeconfig where the server writes its kubeconfig; the file must not exist
@param flags more flags of `serve`
@param use receives the id of the process
@param program the module to run, such as that of an installed package
@returns the server's exit and its output
@throws {Error} when the server does not start
*/
export const whileServed = async (
	kubeconfig: string,
	flags: readonly string[],
	use: (pid: number | undefined) => Promise<void>,
	program = cli,
): Promise<{readonly code: number | null; readonly printed: string}> => {
	const all = ['serve', '--port', '0', '--speed', 'max', '--kubeconfig', kubeconfig, ...flags];
	const server = spawn(process.execPath, [program, ...all], {stdio: ['ignore', 'pipe', 'inherit']});
	const ended = new Promise<number | null>((resolve) => server.on('exit', resolve));
	let printed = '';
	server.stdout.on('data', (data: Buffer) => {
		printed += data.toString();
	});
	try {
		for (let turns = 0; !existsSync(kubeconfig) || !printed.includes('KUBECONFIG'); turns++) {
			if (turns > 600 || server.exitCode !== null) {
				throw new Error(`serve does not start: ${printed}`);
			}

			// eslint-disable-next-line no-await-in-loop
			await pause(50);
		}

		await use(server.pid);
	} finally {
		server.kill('SIGINT');
		await ended;
	}

	return {code: await ended, printed};
};
