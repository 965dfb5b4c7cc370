import process from 'node:process';
import {deflateRawSync} from 'node:zlib';
import {base64url} from '../kernel/base64url.js';
import {equal} from '../kernel/equality.js';
import {Mistake, Mistakes} from '../scenario/mistake.js';
import {completeScenario} from '../scenario/scenario.js';
import {fragmentOf, mostLinkBytes, runText, type PageLink} from '../screen/page-link.js';
import type {LinkedRun, Links} from '../screen/state/parts.js';
import {manifestsOf} from './manifests.js';
import {printRecording} from './replay.js';
import {begin} from './run-manifests.js';
import {writeTextFile} from './text-file.js';
import {version} from './version.js';

/** The commands that the page gives a fresh cluster for these files; `undefined` for files that it refuses. */
const inputsOf = (files: LinkedRun['files']): LinkedRun['recording']['inputs'] | undefined => {
	try {
		return begin(completeScenario(), manifestsOf(files)).recording.inputs;
	} catch (error) {
		if (error instanceof Mistake || error instanceof Mistakes) {
			return undefined;
		}

		throw error;
	}
};

/** Whether the page makes the same run from the files alone: they were applied to a fresh cluster, without further actions. */
const isOfFiles = ({recording, family, files}: LinkedRun): boolean => {
	const {scenario, inputs} = recording;
	return (
		inputs.length === 1 &&
		family.futures.length === 0 &&
		Object.keys(files).length > 0 &&
		equal(scenario, completeScenario()) &&
		equal(inputs, inputsOf(files))
	);
};

/** The part of a run that its link carries: only the manifests, which the reader can edit in the page, otherwise the whole recording. */
const carried = (run: LinkedRun): Pick<PageLink, 'files' | 'recorded'> =>
	isOfFiles(run) ? {files: run.files} : {recorded: printRecording(run.recording, {family: run.family})};

/** The link to a run, which the page's `web/link.ts` unpacks. @param page the address of a page; without it, only the part after `#` is returned */
export const linkAddress = (place: PageLink, run: LinkedRun | undefined, page: string): string | undefined => {
	const link: PageLink = {...place, ...(run ? carried(run) : {}), made: version()};
	const text = runText(link);
	return text !== undefined && Buffer.byteLength(text) > mostLinkBytes
		? undefined
		: `${page.replace(/#.*$/, '')}#${fragmentOf(link, text === undefined ? undefined : base64url(deflateRawSync(text, {level: 9})))}`;
};

/** Links for a terminal. The variable K8S_WALKTHROUGH_PAGE names the page that they open. @param later prints a line when the user leaves */
export const pageLinks = (later: (line: string) => void): Links => ({
	address: (place, run) => linkAddress(place, run, process.env['K8S_WALKTHROUGH_PAGE'] ?? ''),
	give(address, file) {
		if (file === undefined) {
			later(address);
		} else {
			writeTextFile(file, `${address}\n`);
		}
	},
});
