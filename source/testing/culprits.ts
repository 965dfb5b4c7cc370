import test from 'ava';
import type {BrokenManifest} from './broken-manifests/templates.js';
import {runCommand} from './command-line.js';
import {put, temporaryFolder} from './temporary-folder.js';

/** The output of a trace after its last stop. */
const endingOf = (out: string): string => {
	const lines = out.split('\n');
	return lines.slice(lines.findLastIndex((line) => /^#\d+ /.test(line)) + 1).join('\n');
};

/** A text without the line breaks from wrapping. */
const unwrapped = (text: string): string => text.replaceAll(/\n {11}(?=\S)/g, ' ');

/** Lines that are wider than a screen, except kubectl's own output and the lines of a file. */
const tooWide = (ending: string, folder: string): readonly string[] => {
	const [, told = ''] = /(?:^|\n)((?:stuck|refused|note): [\s\S]*)$/.exec(ending) ?? [];
	return told
		.split('\n')
		.filter(
			(line) => line.length > 80 && !/^ {11}[-+] /.test(line) && !line.includes(folder) && !line.includes('"op":'),
		);
};

/** Tests for each manifest that `trace` names the cause, and gives no wrong advice. */
export const culprits = (manifests: readonly BrokenManifest[]): void => {
	const folder = temporaryFolder();
	for (const [
		index,
		{title, manifest, before, nodes, deviceDrivers, commands = [], says, never = [], code},
	] of manifests.entries()) {
		test(`the culprit: ${title}`, async (t) => {
			const file = put(folder, `${index}.yaml`, manifest);
			const cluster = put(
				folder,
				`${index}.cluster.yaml`,
				JSON.stringify({
					nodes: nodes ?? [{name: 'node-a'}],
					...(before === undefined ? {} : {objects: before}),
					...(deviceDrivers ? {deviceDrivers} : {}),
				}),
			);
			const followUps = commands.flatMap((command) => ['--then', command.replace('FILE', file)]);
			const ran = await runCommand(['trace', file, '--cluster', cluster, ...followUps], '', 80);
			const ending = endingOf(ran.out);
			t.is(ran.code, code ?? (says ? 1 : 0), ending);
			t.is(ran.err, '');
			t.deepEqual(
				(says ?? []).filter((text) => !unwrapped(ending).includes(text)),
				[],
				ending,
			);
			t.deepEqual(
				never.filter((text) => unwrapped(ending).includes(text)),
				[],
				ending,
			);
			t.deepEqual(tooWide(ending, folder), []);
			if (!says) {
				t.notRegex(ending, /^(?:stuck|refused|note): /m);
			}
		});
	}
};
