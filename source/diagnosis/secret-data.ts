import {isRecord} from '../kernel/record.js';
import {nestedField} from '../objects/unstructured.js';
import type {Adviser} from './refused.js';
import type {Candidate} from './symptom.js';

const isBase64 = (text: string): boolean =>
	/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text.replaceAll(/[\r\n]/g, ''));

/** A Secret with plain text where base64 belongs: the server tells the byte, not the key. */
export const secretDataAdviser: Adviser = [
	/illegal base64 data/,
	(_, {object}) => {
		const data = nestedField(object, 'data');
		const entries = isRecord(data) ? Object.entries(data) : [];
		const wrong = entries.flatMap(([key, value]) =>
			typeof value === 'string' && !isBase64(value) ? [{key, value}] : [],
		);
		const [first] = wrong;
		const isAll = wrong.length === entries.length && nestedField(object, 'stringData') === undefined;
		const encoded = wrong.map(({key, value}) => ({
			field: ['data', key],
			change: {value: Buffer.from(value).toString('base64')},
		}));
		const candidates: readonly Candidate[] =
			first === undefined
				? []
				: [
						...(isAll ? [{field: ['data'], change: {rename: 'stringData'}}] : []),
						...(encoded.length === 1 ? encoded : [{changes: encoded}]),
					];
		return {
			field: first === undefined ? ['data'] : ['data', first.key],
			advice: [({cluster}) => cluster.plainSecret],
			candidates,
		};
	},
];
