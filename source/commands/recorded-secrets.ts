import type {ClusterRecording} from '../cluster.js';
import {isRecord} from '../kernel/record.js';

const prefix = '/registry/secrets/';
const shown = 3;

/** A sentence about the Secrets whose values a recording contains, deleted ones too; empty where there are none. */
export const secretsRemark = ({kernel: {ledger}}: ClusterRecording): string => {
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
		? ''
		: `the recording contains the values of ${names.length === 1 ? 'a Secret' : `${names.length} Secrets`}: ${names.slice(0, shown).join(', ')}${more}\n`;
};
