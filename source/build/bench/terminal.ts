import {spawn, type ChildProcess} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

/** The packed program. */
export const cli = fileURLToPath(new URL('../../bundle/cli.js', import.meta.url));

/** The packed program in a separate terminal, made by `script`: its output and its input. */
export class ProgramInTerminal {
	/** Everything it has drawn. */
	drawn = '';
	readonly #child: ChildProcess;
	#ended = false;
	#waiting: (() => void) | undefined;

	constructor(columns: number, rows: number, ...words: readonly string[]) {
		const command = [process.execPath, cli, ...words].map((word) => `'${word}'`).join(' ');
		this.#child = spawn('script', ['-qfec', `stty rows ${rows} cols ${columns}; exec ${command}`, '/dev/null'], {
			env: {...process.env, TERM: 'xterm-256color', CI: undefined},
			stdio: ['pipe', 'pipe', 'ignore'],
		});
		const ended = () => {
			this.#ended = true;
			this.#waiting?.();
		};

		this.#child.on('error', ended);
		this.#child.on('exit', ended);
		this.#child.stdout?.on('data', (data: Buffer) => {
			this.drawn += data.toString();
			this.#waiting?.();
		});
	}

	type(keys: string): void {
		this.#child.stdin?.write(keys);
	}

	/** Waits until the screen satisfies a condition. @returns whether the condition was met */
	async until(isThere: (drawn: string) => boolean, patienceMs = 10_000): Promise<boolean> {
		const endMs = performance.now() + patienceMs;
		while (!isThere(this.drawn)) {
			const leftMs = endMs - performance.now();
			if (this.#ended || leftMs <= 0) {
				return false;
			}

			// eslint-disable-next-line no-await-in-loop
			await new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, leftMs);
				this.#waiting = () => {
					clearTimeout(timer);
					resolve();
				};
			});
		}

		return true;
	}

	/** CPU time that the program has taken, in milliseconds, to the nearest ten; `undefined` where there is no /proc. Other programs do not count. */
	cpuMs(): number | undefined {
		const {pid} = this.#child;
		try {
			const [program] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
			const [user, system] =
				readFileSync(`/proc/${program}/stat`, 'utf8').split(') ').at(-1)?.split(' ').slice(11) ?? [];
			return (Number(user) + Number(system)) * 10;
		} catch {
			return undefined;
		}
	}

	close(): void {
		this.#child.kill();
	}
}
