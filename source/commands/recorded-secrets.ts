import type {ClusterRecording} from '../cluster.js';
import {isRecord} from '../kernel/record.js';
import type {CommandWords} from './words/words.js';

const prefix = '/registry/secrets/';
const shown = 3;

type Words = CommandWords['serve'];

/** The number of Secrets with values that a recording ever had, and some of their names, in words; `undefined` without Secrets. */
const secretsOf = ({kernel: {ledger}}: ClusterRecording, words: Words): string | undefined => {
	const names = ledger
		.everyKey(prefix)
		.filter((key) =>
			ledger
				.versions(key)
				.some(({value}) => isRecord(value) && isRecord(value['data']) && Object.keys(value['data']).length > 0),
		)
		.map((key) => key.slice(prefix.length));
	return names.length === 0
		? undefined
		: words.secrets(names.length, names.slice(0, shown), Math.max(0, names.length - shown));
};

/** A line about the Secrets whose values a recording contains, including deleted ones; empty without Secrets. */
export const secretsRemark = (recording: ClusterRecording, words: Words): string => {
	const secrets = secretsOf(recording, words);
	return secrets === undefined ? '' : `${words.hasSecrets(secrets)}\n`;
};

/** A line about the Secrets whose values a recording hides, and another line if it ends early because of this. */
export const redactedRemark = (recording: ClusterRecording, session: ClusterRecording, words: Words): string => {
	const secrets = secretsOf(recording, words);
	const lacks = recording.stops.length - session.stops.length;
	return [
		secrets === undefined ? '' : `${words.hidesSecrets(secrets)}\n`,
		lacks > 0 ? `${words.lacksStops(lacks)}\n` : '',
	].join('');
};
