import test from 'ava';
import {dumpForHash} from './go-dump.js';
import {goQuantity} from './go-quantity.js';

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
		const group = struct === 'LabelSelector' ? 'io.k8s.apimachinery.pkg.apis.meta.v1' : 'io.k8s.api.core.v1';
		t.is(dumpForHash(`${group}.${struct}`, value), text);
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
	// The parser cannot know whether multiples of eight were written shorter.
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
