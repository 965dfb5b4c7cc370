import {opaque} from '../../type.js';
import {declareWith, type Overload} from '../../function.js';
import {List, Opaque, Optional} from '../../value.js';
import {
	dns1035LabelErrors,
	dnsLabelErrors,
	dnsSubdomainErrors,
	labelValueErrors,
	qualifiedNameErrors,
} from '../../../objects/names.js';
import {parseTimestamp, timestamp} from '../../../kernel/clock.js';

const namedFormatType = opaque('kubernetes.NamedFormat');
const overload = declareWith({NamedFormat: namedFormatType});

type Check = (text: string) => readonly string[];

class NamedFormat extends Opaque {
	readonly type = namedFormatType;

	constructor(
		readonly name: string,
		readonly check: Check,
	) {
		super();
	}

	override equals(other: Opaque): boolean {
		return other instanceof NamedFormat && other.name === this.name;
	}
}

/** A name prefix: a dash at its end is allowed. */
const prefix =
	(check: Check): Check =>
	(text) =>
		check(text.endsWith('-') ? `${text.slice(0, -1)}a` : text);

const matching =
	(pattern: RegExp, message: string): Check =>
	(text) =>
		pattern.test(text) ? [] : [message];

/** A valid calendar day. */
const isDate = (text: string): boolean => {
	const epochMs = /^\d{4}-\d\d-\d\d$/.test(text) ? parseTimestamp(`${text}T00:00:00Z`) : Number.NaN;
	return !Number.isNaN(epochMs) && timestamp(epochMs).startsWith(text);
};

const checks: Readonly<Record<string, Check>> = {
	dns1123Label: dnsLabelErrors,
	dns1123Subdomain: dnsSubdomainErrors,
	dns1035Label: dns1035LabelErrors,
	qualifiedName: qualifiedNameErrors,
	dns1123LabelPrefix: prefix(dnsLabelErrors),
	dns1123SubdomainPrefix: prefix(dnsSubdomainErrors),
	dns1035LabelPrefix: prefix(dns1035LabelErrors),
	labelValue: labelValueErrors,
	uri: (text) =>
		/^(?:[a-zA-Z][\w+.-]*:|\/)/.test(text) ? [] : [`parse ${JSON.stringify(text)}: invalid URI for request`],
	uuid: matching(/^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i, 'does not match the UUID format'),
	byte: matching(/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/, 'invalid base64'),
	date: (text) => (isDate(text) ? [] : ['invalid date']),
	datetime: (text) => (Number.isNaN(parseTimestamp(text)) ? ['invalid datetime'] : []),
};

const formats = new Map(Object.entries(checks).map(([name, check]) => [name, new NamedFormat(name, check)]));

/** @mirrors library.Format */
export const format: readonly Overload[] = [
	overload('format.named(string) optional(NamedFormat)', (name: string) => new Optional(formats.get(name))),
	...[...formats].map(([name, value]) => overload(`format.${name}() NamedFormat`, () => value)),
	overload('NamedFormat::validate(string) optional(list(string))', ({check}: NamedFormat, text: string) => {
		const errors = check(text);
		return errors.length === 0 ? new Optional() : new Optional(new List(errors));
	}),
];
