import {isIP, isIPv4, isIPv6} from '../../objects/ip.js';

const matches =
	(pattern: RegExp) =>
	(text: string): boolean =>
		pattern.test(text);

const isCIDR = (text: string): boolean => {
	const [address = '', length = '', ...more] = text.split('/');
	const version = isIP(address);
	return more.length === 0 && version !== 0 && /^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128);
};

const isDate = (text: string): boolean => {
	const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
	if (!match) {
		return false;
	}

	const [, year = 0, month = 0, day = 0] = match.map(Number);
	const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
	const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
	return day >= 1 && day <= days;
};

const isDateTime = (text: string): boolean => {
	const match = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-]\d{2}:?\d{2})$/.exec(text);
	return (
		match !== null && isDate(match[1] ?? '') && Number(match[2]) < 24 && Number(match[3]) < 60 && Number(match[4]) < 60
	);
};

/** Matches a host name: the last of several labels has only letters, at least two. */
const hostnamePattern =
	/^(?:[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?|(?:[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?\.)+[a-zA-Z\p{L}]{2,63})$/u;

const isHostname = (text: string): boolean =>
	text.length <= 255 && hostnamePattern.test(text) && text.split('.').every((label) => label.length <= 63);

const digitsOf = (text: string): readonly number[] => [...text.replaceAll(/\D/g, '')].map(Number);

const issuers =
	/^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

/** Whether a text is a card number of a known issuer with a correct Luhn check digit. */
const isCreditCard = (text: string): boolean => {
	const digits = digitsOf(text);
	const sum = digits.reduceRight((total, digit, index) => {
		const doubled = (digits.length - index) % 2 === 0 ? digit * 2 : digit;
		return total + (doubled > 9 ? doubled - 9 : doubled);
	}, 0);
	return issuers.test(digits.join('')) && sum % 10 === 0;
};

const isISBN10 = (text: string): boolean => {
	const plain = text.replaceAll(/[\s-]+/g, '');
	const sum = [...plain].reduce((total, digit, index) => total + (index + 1) * (digit === 'X' ? 10 : Number(digit)), 0);
	return /^\d{9}[\dX]$/.test(plain) && sum % 11 === 0;
};

const isISBN13 = (text: string): boolean => {
	const plain = text.replaceAll(/[\s-]+/g, '');
	const sum = digitsOf(plain).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
	return /^\d{13}$/.test(plain) && sum % 10 === 0;
};

const colour = '\\s*(?:0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*';

const uuid = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/**
Text formats that the apiserver checks; any other format is only documentation.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/validation supportedVersionedFormats
*/
const formats: Readonly<Record<string, (text: string) => boolean>> = {
	bsonobjectid: matches(/^[\da-f]{24}$/i),
	uri: matches(/^(?:[a-z][a-z\d+.-]*:\S*|\/\S*)$/i),
	email: matches(/^[^\s@<>]+@[^\s@<>]+$/),
	hostname: isHostname,
	ipv4: isIPv4,
	ipv6: isIPv6,
	cidr: isCIDR,
	mac: matches(/^(?:[\da-f]{2}(?::[\da-f]{2}){5,7}|[\da-f]{2}(?:-[\da-f]{2}){5,7}|[\da-f]{4}(?:\.[\da-f]{4}){2,3})$/i),
	uuid: matches(uuid),
	uuid3: matches(/^[\da-f]{8}-?[\da-f]{4}-?3[\da-f]{3}-?[\da-f]{4}-?[\da-f]{12}$/i),
	uuid4: matches(/^[\da-f]{8}-?[\da-f]{4}-?4[\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}$/i),
	uuid5: matches(/^[\da-f]{8}-?[\da-f]{4}-?5[\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}$/i),
	isbn: (text) => isISBN10(text) || isISBN13(text),
	isbn10: isISBN10,
	isbn13: isISBN13,
	creditcard: isCreditCard,
	ssn: matches(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/),
	rgbcolor: matches(new RegExp(`^rgb\\(${colour},${colour},${colour}\\)$`)),
	hexcolor: matches(/^#?(?:[\da-f]{3}|[\da-f]{6})$/i),
	byte: matches(/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/),
	password: () => true,
	date: isDate,
	duration: matches(
		/^(?:[+-]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)|\d+\s*(?:ns|us|ms|s|m|h|d|w|nano|micro|milli|second|sec|minute|min|hour|hr|day|week|wk)s?)$/,
	),
	datetime: isDateTime,
	'date-time': isDateTime,
	'k8s-short-name': matches(/^(?=.{1,63}$)[a-z\d](?:[-a-z\d]*[a-z\d])?$/),
	'k8s-long-name': matches(/^(?=.{1,253}$)[a-z\d](?:[-a-z\d]*[a-z\d])?(?:\.[a-z\d](?:[-a-z\d]*[a-z\d])?)*$/),
};

const plainNames = new Set(Object.keys(formats).filter((name) => !name.includes('-')));

const numberFormats: Readonly<Record<string, readonly string[] | undefined>> = {
	integer: ['int32', 'int64'],
	number: ['float', 'double'],
};

/**
Whether the apiserver checks this format of a type; dashes in its name do not count.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/validation GetUnrecognizedFormats
*/
export const isKnownFormat = (type: string, format: string): boolean =>
	type === '' || type === 'string'
		? Object.hasOwn(formats, format) || plainNames.has(format.replaceAll('-', ''))
		: (numberFormats[type]?.includes(format) ?? false);

/** Whether a text has the format of a schema; an unknown format accepts every text. */
export const hasFormat = (format: string, text: string): boolean =>
	(Object.hasOwn(formats, format) ? formats[format]?.(text) : undefined) ?? true;
