import {readFileSync} from 'node:fs';
import type {PodSandboxConfig} from '../../cri/messages.js';
import type {ImageCatalogue} from '../../machine/images/catalogue.js';
import type {RuntimeFailure} from '../../machine/images/image.js';

/** The runtime's behaviour in the recordings. */
interface RecordedRuntime extends ImageCatalogue {
	/** Failures of RunPodSandbox, by the name in the Pod that requests them. */
	readonly sandboxes: Readonly<Record<string, RuntimeFailure>>;
}

let recorded: RecordedRuntime | undefined;

const readRecorded = (): RecordedRuntime => {
	if (!recorded) {
		const file = new URL('../../../snapshots/cluster/images.json', import.meta.url);
		const runtime: RecordedRuntime = JSON.parse(readFileSync(file, 'utf8'));
		recorded = {...runtime, unknown: 'missing'};
	}

	return recorded;
};

/** The images that scenarios were recorded with. No other images exist. */
export const recordedImages = (): ImageCatalogue => readRecorded();

/** An annotation of a scenario's Pod requests a failure of its sandbox, as in the recording. */
export const recordedSandboxFailure = ({annotations}: PodSandboxConfig): RuntimeFailure | undefined => {
	const name = annotations['oracle/sandbox'];
	return name === undefined ? undefined : readRecorded().sandboxes[name];
};
