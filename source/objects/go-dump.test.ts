import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import test from 'ava';
import {encodingFacts} from '../registry/defaults/encoding-facts.js';
import {dumpForHash} from './go-dump.js';
import {goQuantity} from './go-quantity.js';
import {goFields, goStructs, type GoField} from './go-structs.js';

const messages = JSON.parse(
	gunzipSync(readFileSync(new URL('../../snapshots/cluster/protobuf-facts.json.gz', import.meta.url))).toString(),
) as Readonly<Record<string, Readonly<Record<string, readonly [name: string, type: string]>>>>;

const packages = ['k8s.io.api.core.v1.', 'k8s.io.apimachinery.pkg.apis.meta.v1.'];
const messageOf = (struct: string) => messages[packages.map((one) => one + struct).find((id) => messages[id])!];

/** What Go's `json` has no key for has one in protobuf. */
const embedded: Readonly<Record<string, string>> = {ProbeHandler: 'handler'};
const smallFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

test('the table has every struct that a template can hold, with every field', (t) => {
	const reached = new Set<string>(['PodTemplateSpec']);
	for (const struct of reached) {
		const fields = goFields(struct);
		t.true(fields.length > 0, struct);
		t.deepEqual(
			fields.map(({name, key}) => key ?? embedded[name] ?? smallFirst(name)).sort(),
			Object.values(messageOf(struct) ?? {})
				.map(([name]) => name)
				.sort(),
			struct,
		);
		for (const {type} of fields) {
			const name = type.replace(/^(?:\*|\[\])/, '');
			if (/^[A-Z]/.test(name) && name !== 'Time' && name !== 'FieldsV1' && messageOf(name)) {
				reached.add(name);
			}
		}
	}

	t.deepEqual(Object.keys(goStructs).sort(), [...reached].sort());
});

test('pointers are where the encoder keeps a zero, lists where protobuf repeats', (t) => {
	const marks = new Map(
		encodingFacts
			.trim()
			.split('\n')
			.map((line) => line.replace(/^(?:core|meta)\.v1\./, '').split(': ') as [string, string]),
	);
	const flat = (struct: string): readonly GoField[] =>
		goFields(struct).flatMap((field) => (field.key === undefined ? flat(field.type) : [field]));
	const inner = Object.keys(goStructs).flatMap((struct) => goFields(struct).filter(({key}) => key === undefined));
	const outer = Object.keys(goStructs).filter((struct) => !inner.some(({type}) => type === struct));
	for (const struct of outer) {
		const fields = flat(struct);
		const kept = (marks.get(struct) ?? '').split(' ').filter((one) => /[*~]$/.test(one));
		for (const mark of kept) {
			const {type = ''} = fields.find(({key}) => key === mark.slice(0, -1)) ?? {};
			t.regex(type, mark.endsWith('*') ? /^\*/ : /^(?:\*|\[\])/, `${struct} ${mark}`);
		}

		const scalars = fields.filter(
			({type}) => type.startsWith('*') && !goStructs[type.slice(1)] && type !== '*FieldsV1',
		);
		for (const {key} of scalars) {
			t.true(kept.includes(`${key}*`) || kept.includes(`${key}~`), `${struct} ${key}`);
		}

		const repeated = Object.values(messageOf(struct)!).filter(([, type]) => type.startsWith('repeated'));
		const lists = goFields(struct).filter(({type}) => type.startsWith('[]'));
		t.deepEqual(lists.map(({key}) => key).sort(), repeated.map(([name]) => name).sort(), struct);
	}
});

const dumps: ReadonlyArray<readonly [struct: string, value: object, text: string]> = [
	[
		'EnvVar',
		{name: 'a', value: 'b c'},
		'(v1.EnvVar){Name:(string)a Value:(string)b c ValueFrom:(*v1.EnvVarSource)<nil>}',
	],
	[
		'Capabilities',
		{add: ['A', 'B'], drop: []},
		'(v1.Capabilities){Add:([]v1.Capability)[A B] Drop:([]v1.Capability)<nil>}',
	],
	[
		'LabelSelector',
		{matchLabels: {b: '1', a: '2', B: '3'}},
		'(v1.LabelSelector){MatchLabels:(map[string]string)map[B:3 a:2 b:1] MatchExpressions:([]v1.LabelSelectorRequirement)<nil>}',
	],
	[
		'TCPSocketAction',
		{port: 'http'},
		'(v1.TCPSocketAction){Port:(intstr.IntOrString){Type:(intstr.Type)1 IntVal:(int32)0 StrVal:(string)http} Host:(string)}',
	],
	[
		'ConfigMapEnvSource',
		{name: 'c', optional: false},
		'(v1.ConfigMapEnvSource){LocalObjectReference:(v1.LocalObjectReference){Name:(string)c} Optional:(*bool)false}',
	],
	[
		'EmptyDirVolumeSource',
		{sizeLimit: '1Gi'},
		`(v1.EmptyDirVolumeSource){Medium:(v1.StorageMedium) SizeLimit:(*resource.Quantity)${goQuantity('1Gi')}}`,
	],
	['SleepAction', {}, '(v1.SleepAction){Seconds:(int64)0}'],
];

test('structs are printed with the types of their fields, lists and maps without those of their items', (t) => {
	for (const [struct, value, text] of dumps) {
		t.is(dumpForHash(struct, value), text);
	}
});

const small = (value: string, scale: number, kept: string, format: string): string =>
	`{i:(resource.int64Amount){value:(int64)${value} scale:(resource.Scale)${scale}} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)${kept} Format:(resource.Format)${format}}`;
const large = (words: string, format: string): string =>
	`{i:(resource.int64Amount){value:(int64)0 scale:(resource.Scale)0} d:(resource.infDecAmount){Dec:(*inf.Dec){unscaled:(big.Int){neg:(bool)false abs:(big.nat)[${words}]} scale:(inf.Scale)9}} s:(string) Format:(resource.Format)${format}}`;

const quantities: ReadonlyArray<readonly [text: string, dump: string]> = [
	['0', small('0', 0, '0', 'DecimalSI')],
	['100m', small('100', -3, '100m', 'DecimalSI')],
	['2', small('2', 0, '2', 'DecimalSI')],
	['5G', small('5', 9, '5G', 'DecimalSI')],
	['1000', small('1000', 0, '', 'DecimalSI')],
	['-3', small('-3', 0, '-3', 'DecimalSI')],
	['1e3', small('1', 3, '1e3', 'DecimalExponent')],
	// Multiples of eight could have been written shorter, for all that the parser knows.
	['128Mi', small('134217728', 0, '', 'BinarySI')],
	['170Mi', small('178257920', 0, '170Mi', 'BinarySI')],
	['1Ti', small('1099511627776', 0, '1Ti', 'BinarySI')],
	['100Ti', large('8568098291072368640 5960', 'BinarySI')],
];

test('a quantity shows what its parser keeps', (t) => {
	for (const [text, dump] of quantities) {
		t.is(goQuantity(text), dump, text);
	}

	t.is(8_568_098_291_072_368_640n + (5960n << 64n), 100n * 2n ** 40n * 10n ** 9n);
});
