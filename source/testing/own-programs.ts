import {readFileSync} from 'node:fs';
import {Cluster, type ContainerProgram} from '../library/library.js';

/** An example of the page of own programs. */
export interface OwnProgram {
	readonly title: string;
	readonly programs: Readonly<Record<string, ContainerProgram>>;
	/** Command lines of kubectl, and milliseconds that pass. */
	readonly steps: ReadonlyArray<string | number>;
}

const library = new URL('../library/library.js', import.meta.url).href;
const text = readFileSync(new URL('../../source/web/static/own-programs.js', import.meta.url), 'utf8');
const code = text.replace('./cluster.js', library);

const {examples}: {readonly examples: readonly OwnProgram[]} = await import(
	`data:text/javascript,${encodeURIComponent(code)}`
);

/** The examples of the page about own programs, with Node's library. */
export const ownPrograms = examples;

/** An example as Node plays it: the text that `web/static/programs.js` shows for it. */
export const transcriptOf = ({programs, steps}: OwnProgram): string => {
	const cluster = Cluster.create({programs});
	const lines = steps.map((step) => {
		if (typeof step === 'number') {
			cluster.runFor(step);
			return `# ${step / 1000} s pass\n`;
		}

		const {stdout, stderr} = cluster.kubectl(step);
		return `${`$ kubectl ${step}\n${stdout}${stderr}`.trimEnd()}\n`;
	});
	return `${lines.join('')}# ${/^fingerprint: .*$/m.exec(cluster.recording())?.[0]}`;
};
