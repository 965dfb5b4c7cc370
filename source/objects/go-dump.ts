import {goQuantity} from './go-quantity.js';
import {goFields, goTypeName, type GoField} from './go-types.js';
import {isRecord, type Fields} from '../kernel/record.js';
import {memoised} from '../kernel/memoised.js';

// How go-spew prints with `%#v`: every field with its type in parentheses, items and entries without. A value is as
// a component reads it from the API: empty fields are nil there, since they are not transmitted.

/** Text of a value, without its type. */
type Print = (value: unknown) => string;

/** A type by its Go name, and how its values are printed. */
interface Printer {
	readonly type: string;
	readonly print: Print;
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

const printText: Print = (value) => (isAbsent(value) ? '' : String(value));
const printNumber: Print = (value) => (isAbsent(value) ? '0' : String(value));
const printBoolean: Print = (value) => String(value === true);

const printTime: Print = (value) => {
	if (typeof value !== 'string') {
		return '{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}';
	}

	// Seconds since the year 1; the zone is the one of a container without zone files.
	const seconds = Math.floor(Date.parse(value) / 1000) + 62_135_596_800;
	const zone =
		'{name:(string)UTC zone:([]time.zone)<nil> tx:([]time.zoneTrans)<nil> extend:(string) cacheStart:(int64)0 cacheEnd:(int64)0 cacheZone:(*time.zone)<nil>}';
	return `{Time:(time.Time){wall:(uint64)0 ext:(int64)${seconds} loc:(*time.Location)${zone}}}`;
};

const printIntOrString: Print = (value) =>
	typeof value === 'string'
		? `{Type:(intstr.Type)1 IntVal:(int32)0 StrVal:(string)${value}}`
		: `{Type:(intstr.Type)0 IntVal:(int32)${printNumber(value)} StrVal:(string)}`;

const printQuantity: Print = (value) => goQuantity(isAbsent(value) ? '0' : String(value));

const printBytes: Print = (value) => `{Raw:([]uint8)[${[...Buffer.from(JSON.stringify(value))].join(' ')}]}`;

const basic: Readonly<Record<string, Print>> = {
	string: printText,
	bool: printBoolean,
	int32: printNumber,
	int64: printNumber,
	'io.k8s.apimachinery.pkg.api.resource.Quantity': printQuantity,
	'io.k8s.apimachinery.pkg.util.intstr.IntOrString': printIntOrString,
	'io.k8s.apimachinery.pkg.apis.meta.v1.Time': printTime,
	'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': printBytes,
};

const printList =
	(item: Print): Print =>
	(value) =>
		Array.isArray(value) && value.length > 0 ? `[${value.map((one) => item(one)).join(' ')}]` : '<nil>';

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const printMap =
	(item: Print): Print =>
	(value) => {
		const entries = isRecord(value) ? Object.entries(value) : [];
		return entries.length === 0
			? '<nil>'
			: `map[${entries
					.sort(([a], [b]) => byBytes(a, b))
					.map(([key, one]) => `${key}:${item(one)}`)
					.join(' ')}]`;
	};

const printStruct = (struct: readonly GoField[]): Print => {
	const parts = struct.map(({name, key, type: fieldType}) => {
		const {type, print} = printerOf(fieldType);
		const label = `${name}:(${type})`;
		return key === undefined
			? (fields: Fields) => label + print(fields)
			: (fields: Fields) => label + print(fields[key]);
	});
	const printFields = (fields: Fields): string => `{${parts.map((part) => part(fields)).join(' ')}}`;
	let zero: string | undefined;
	return (value) => (isRecord(value) ? printFields(value) : (zero ??= printFields({})));
};

const makePrinter = (type: string): Printer => {
	if (type.startsWith('*')) {
		const {type: pointed, print} = printerOf(type.slice(1));
		return {type: `*${pointed}`, print: (value) => (isAbsent(value) ? '<nil>' : print(value))};
	}

	if (type.startsWith('[]')) {
		const {type: item, print} = printerOf(type.slice(2));
		return {type: `[]${item}`, print: printList(print)};
	}

	if (type === 'map[string]string') {
		return {type, print: printMap(printText)};
	}

	if (type === 'v1.ResourceList') {
		return {type, print: printMap(printQuantity)};
	}

	const struct = goFields(type);
	return {type: goTypeName(type), print: struct ? printStruct(struct) : (basic[type] ?? printText)};
};

const printerOf: (type: string) => Printer = memoised(makePrinter, 1000);

/**
The text of a Go struct that hashes are made of.

@param type The name of its schema: `io.k8s.api.core.v1.PodTemplateSpec`.
@mirrors k8s.io/utils/dump ForHash
*/
export const dumpForHash = (type: string, value: object): string => {
	const {type: name, print} = printerOf(type);
	return `(${name})${print(value)}`;
};
