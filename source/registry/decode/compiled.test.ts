import {must} from '../../testing/must.js';
import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {isRecord, type Fields} from '../../kernel/record.js';
import {schemaIdOfKind} from '../../objects/schema.js';
import {decodeFields, readFields} from './decode.js';
import {shapeOfId} from './shape.js';

interface Sent {
	readonly object: {readonly apiVersion: string; readonly kind: string} & Fields;
}

/** Valid and invalid bodies that were sent to a real cluster. */
const sent: ReadonlyArray<Sent['object']> = gunzipSync(
	readFileSync(new URL('../../../snapshots/cluster/mutations.jsonl.gz', import.meta.url)),
)
	.toString()
	.trim()
	.split('\n')
	.map((line) => (JSON.parse(line) as Sent).object);

const frozen = <T>(value: T): T => {
	if (typeof value === 'object' && value !== null) {
		for (const item of Object.values(value)) {
			frozen(item);
		}

		Object.freeze(value);
	}

	return value;
};

/** Each value below an object or list, with its place. */
const placesIn = (value: unknown): Array<{readonly holder: object; readonly key: string}> =>
	isRecord(value) || Array.isArray(value)
		? Object.entries(value).flatMap(([key, item]) => [{holder: value, key}, ...placesIn(item)])
		: [];

const strange: readonly unknown[] = JSON.parse(
	'[null,"",""," ","x","0","1.0","0.5","1024Mi","1Gi","2026-01-01T00:00:00Z","2026-01-01T00:00:00.000000Z","YQ==","YQ",0,1,-1,1.5,2147483648,9007199254740992,9223372036854775808,true,false,[],[null],[0],[""],{},{"name":""},{"unknown":1},{"":""},[{"name":"x"}],{"x":null}]',
);

/** Compares compiled decoding and reading field by field: both must have the same bytes and messages, and share unchanged parts. */
const checkSame = (t: ExecutionContext, object: Sent['object']): void => {
	const id = schemaIdOfKind(object.apiVersion, object.kind);
	if (id === undefined) {
		return;
	}

	for (const validation of ['Strict', 'Warn'] as const) {
		const read = readFields(object, shapeOfId(id), validation);
		for (const given of [object, frozen(structuredClone(object))]) {
			for (const time of ['first', 'second']) {
				const decoded = decodeFields(given, object.apiVersion, object.kind, validation);
				const isShared = decoded.object === given || read.object !== object;
				if (JSON.stringify(decoded) !== JSON.stringify(read) || !isShared) {
					t.fail(`${validation}, ${time} time: ${JSON.stringify(object)}`);
				}
			}
		}
	}
};

test('compiled decoding is the same for all that a real cluster was sent', (t) => {
	t.true(sent.length > 1000);
	for (const object of sent) {
		checkSame(t, object);
	}

	t.pass();
});

test('compiled decoding is the same for objects with strange values in strange places', (t) => {
	fc.assert(
		fc.property(
			fc.integer({min: 0, max: sent.length - 1}),
			fc.array(fc.tuple(fc.nat(), fc.nat({max: strange.length - 1}), fc.boolean()), {minLength: 1, maxLength: 3}),
			(index, changes) => {
				const object = structuredClone(must(sent[index], 'object'));
				for (const [place, value, gone] of changes) {
					const places = placesIn(object).filter(
						({holder, key}) => holder !== object || !['apiVersion', 'kind'].includes(key),
					);
					const {holder, key} = places[place % places.length] ?? {holder: {}, key: ''};
					if (gone && !Array.isArray(holder)) {
						Reflect.deleteProperty(holder, key);
					} else {
						Reflect.set(holder, key, structuredClone(strange[value]));
					}
				}

				checkSame(t, object);
			},
		),
		{seed: 9, numRuns: 3000},
	);
	t.pass();
});
