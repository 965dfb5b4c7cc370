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

const uuid = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/**
Text formats that the apiserver checks; any other format is only documentation.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/validation supportedVersionedFormats
*/
const formats: Readonly<Record<string, (text: string) => boolean>> = {
	bsonobjectid: matches(/^[\da-f]{24}$/i),
	uri: matches(/^(?:[a-z][a-z\d+.-]*:\S*|\/\S*)$/i),
	email: matches(/^[^\s@<>]+@[^\s@<>]+$/),
	hostname: matches(
		/^(?=.{1,255}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)(?:\.(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?))*\.?$/i,
	),
	ipv4: isIPv4,
	ipv6: isIPv6,
	cidr: isCIDR,
	mac: matches(/^(?:[\da-f]{2}(?::[\da-f]{2}){5,7}|[\da-f]{2}(?:-[\da-f]{2}){5,7}|[\da-f]{4}(?:\.[\da-f]{4}){2,3})$/i),
	uuid: matches(uuid),
	uuid3: matches(/^[\da-f]{8}-?[\da-f]{4}-?3[\da-f]{3}-?[\da-f]{4}-?[\da-f]{12}$/i),
	uuid4: matches(/^[\da-f]{8}-?[\da-f]{4}-?4[\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}$/i),
	uuid5: matches(/^[\da-f]{8}-?[\da-f]{4}-?5[\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}$/i),
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

/** Whether a text has the format of a schema; an unknown format accepts every text. */
export const hasFormat = (format: string, text: string): boolean =>
	(Object.hasOwn(formats, format) ? formats[format]?.(text) : undefined) ?? true;
