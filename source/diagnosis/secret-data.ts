import {isRecord} from '../kernel/record.js';
import {nestedField} from '../objects/unstructured.js';
import {findText, type FoundText} from './find-text.js';
import type {Adviser} from './refused.js';
import type {Candidate} from './symptom.js';

const isBase64 = (text: string): boolean =>
	/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text.replaceAll(/[\r\n]/g, ''));

/** The certificates of a webhook, a conversion or an aggregated API that are not base64: a placeholder that its author has not replaced. */
const wrongBundle = (object: unknown): FoundText | undefined =>
	findText(object, (text, field) => field.at(-1) === 'caBundle' && !isBase64(text));

/** A Secret with plain text where base64 belongs: the server names the byte, not the key. */
export const secretDataAdviser: Adviser = [
	/illegal base64 data/,
	(_, {object}) => {
		const bundle = wrongBundle(object);
		if (bundle) {
			return {
				field: bundle.field,
				advice: [({cluster}) => cluster.noBase64(bundle.text)],
				candidates: [],
			};
		}

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
