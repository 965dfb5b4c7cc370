import type {ClusterRecording} from '../cluster.js';
import {isRecord} from '../kernel/record.js';

const prefix = '/registry/secrets/';
const shown = 3;

/** The Secrets with values that a recording ever had, and some of their names; `undefined` where there are none. */
const secretsOf = ({kernel: {ledger}}: ClusterRecording): string | undefined => {
	const names = ledger
		.everyKey(prefix)
		.filter((key) =>
			ledger
				.versions(key)
				.some(({value}) => isRecord(value) && isRecord(value['data']) && Object.keys(value['data']).length > 0),
		)
		.map((key) => key.slice(prefix.length));
	const more = names.length > shown ? ` and ${names.length - shown} more` : '';
	return names.length === 0
		? undefined
		: `${names.length === 1 ? 'a Secret' : `${names.length} Secrets`}: ${names.slice(0, shown).join(', ')}${more}`;
};

/** A sentence about the Secrets whose values a recording contains, deleted ones too; empty where there are none. */
export const secretsRemark = (recording: ClusterRecording): string => {
	const secrets = secretsOf(recording);
	return secrets === undefined ? '' : `the recording contains the values of ${secrets}\n`;
};

/** A sentence about the Secrets whose values a recording hides, and where it ends early for that. */
export const redactedRemark = (recording: ClusterRecording, session: ClusterRecording): string => {
	const secrets = secretsOf(recording);
	const lacks = recording.stops.length - session.stops.length;
	return [
		secrets === undefined ? '' : `the recording has other texts in place of the values of ${secrets}\n`,
		lacks > 0 ? `it lacks the last ${lacks} stops: without the values, the run took another way there\n` : '',
	].join('');
};
