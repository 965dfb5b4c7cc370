import path from 'node:path';
import {Mistake} from '../../scenario/mistake.js';
import {entryOf} from './catalogue/catalogue.js';
import {findingOf} from './findings.js';
import {flagOfFolder, type SkippedFile} from './given-files.js';
import type {CheckedFile, Report} from './report.js';

/** The folders that `-k` or `--helm` has rendered, as absolute paths. */
const renderedFolders = (folders: readonly string[] = []): ReadonlySet<string> =>
	new Set(folders.map((folder) => path.resolve(folder)));

/** The flag of check and the folder that a remedy names. */
const remedyParts = (remedy = ''): {readonly flag: string; readonly folder: string} | undefined => {
	const [, flag = '', folder = ''] = /^check (-k|--helm) (.+)$/.exec(remedy) ?? [];
	return folder === '' ? undefined : {flag, folder};
};

/** The file that makes a folder one that a flag reads. */
const fileIn = ({file}: SkippedFile, flag: string, folder: string): string => {
	if (flag === '--helm') {
		return path.join(folder, 'Chart.yaml');
	}

	return flagOfFolder([path.basename(file)]) !== undefined && path.resolve(path.dirname(file)) === path.resolve(folder)
		? file
		: path.join(folder, 'kustomization.yaml');
};

/**
A report with a finding for each kustomization and chart that was found in a folder, and that no flag of the same command renders.

@param rendered the folders of `-k` and `--helm`
*/
export const withLeftOut = (report: Report, rendered: readonly string[]): Report => {
	const done = renderedFolders(rendered);
	const files = new Map<string, CheckedFile>();
	for (const one of report.skipped) {
		const parts = remedyParts(one.remedy);
		const file = parts && fileIn(one, parts.flag, parts.folder);
		if (parts && file !== undefined && !done.has(path.resolve(parts.folder)) && !files.has(file)) {
			const finding = findingOf(entryOf('W111'), {
				object: '',
				reason: `k8s-walkthrough ${one.remedy} checks this folder`,
				places: [{file, line: 1, column: 1, endColumn: 2}],
			});
			files.set(file, {file, objects: [], findings: [finding]});
		}
	}

	return files.size === 0 ? report : {...report, files: [...report.files, ...files.values()]};
};

/** Refuses to call it a check when no file was checked. @throws {Mistake} */
export const checkAny = ({files, skipped, isInterrupted}: Report): void => {
	if (files.length > 0 || isInterrupted) {
		return;
	}

	const remedies = [
		...new Set(skipped.flatMap(({remedy}) => (remedyParts(remedy) ? [`k8s-walkthrough ${remedy}`] : []))),
	];
	throw new Mistake(
		'no file was checked: none is a manifest that kubectl applies as it is',
		{},
		remedies.length === 0 ? 'name the files themselves' : remedies.slice(0, 5).join('\n  '),
	);
};
