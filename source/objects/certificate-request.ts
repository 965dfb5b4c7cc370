import {getOrInsert} from '../kernel/get-or-insert.js';
import {valuesIn} from './der.js';

/** The requested names in a certificate signing request (PKCS #10). */
export interface RequestedNames {
	readonly commonName: string;
	readonly serialNumber: string;
	readonly organization: readonly string[];
	readonly organizationalUnit: readonly string[];
	readonly country: readonly string[];
	readonly locality: readonly string[];
	readonly province: readonly string[];
	readonly streetAddress: readonly string[];
	readonly postalCode: readonly string[];
	readonly dnsNames: readonly string[];
	readonly emailAddresses: readonly string[];
	readonly uris: readonly string[];
	readonly ipAddresses: readonly string[];
}

// Object identifiers as their bytes in hexadecimal.
const nameFields: Readonly<Record<string, keyof RequestedNames>> = {
	'550403': 'commonName',
	'550405': 'serialNumber',
	'550406': 'country',
	'550407': 'locality',
	'550408': 'province',
	'550409': 'streetAddress',
	'55040a': 'organization',
	'55040b': 'organizationalUnit',
	'550411': 'postalCode',
};
const extensionRequest = '2a864886f70d01090e';
const subjectAlternativeName = '551d11';

/** An address as Go's `net.IP` prints it. */
const addressText = (bytes: Buffer): string => {
	if (bytes.length === 4) {
		return [...bytes].join('.');
	}

	const groups = Array.from({length: bytes.length >> 1}, (_, index) => bytes.readUInt16BE(index * 2).toString(16));
	const text = groups.join(':');
	const zeros = [...text.matchAll(/(?<![\da-f])0(?::0)+(?![\da-f])/g)]
		.map(([run]) => run)
		.sort((a, b) => b.length - a.length)[0];
	return zeros === undefined ? text : text.replace(new RegExp(`(?:^|:)${zeros}(?::|$)`), '::');
};

const alternativeFields: Readonly<Record<number, keyof RequestedNames>> = {
	0x81: 'emailAddresses',
	0x82: 'dnsNames',
	0x86: 'uris',
	0x87: 'ipAddresses',
};

/** The signed part of a request, and its signature. */
export interface SignedRequest {
	readonly info: Buffer;
	/** SubjectPublicKeyInfo. */
	readonly publicKey: Buffer;
	/** Object identifier of the algorithm in hexadecimal. */
	readonly algorithm: string;
	readonly signature: Buffer;
}

/** The parts of a request in DER that its signature is about; `undefined` if they are not there. */
export const signedRequest = (der: Buffer): SignedRequest | undefined => {
	const [outer] = valuesIn(der);
	const [info, algorithm, bits] = outer ? valuesIn(outer.content) : [];
	const publicKey = info && valuesIn(info.content)[2];
	const identifier = algorithm && valuesIn(algorithm.content)[0];
	return publicKey && identifier && bits?.tag === 3
		? {
				info: info.raw,
				publicKey: publicKey.raw,
				algorithm: identifier.content.toString('hex'),
				// The first byte says how many bits of the last are not used: none.
				signature: bits.content.subarray(1),
			}
		: undefined;
};

/** The names in a certificate signing request in base64 of PEM; `undefined` if it is not valid. */
export const requestedNames = (request: string): RequestedNames | undefined => {
	const pem = Buffer.from(request, 'base64').toString('latin1');
	const body = /-----BEGIN CERTIFICATE REQUEST-----([\s\S]*?)-----END CERTIFICATE REQUEST-----/.exec(pem)?.[1];
	const [outer] = valuesIn(Buffer.from(body ?? '', 'base64'));
	const [info] = outer ? valuesIn(outer.content) : [];
	const [, subject, , attributes] = info ? valuesIn(info.content) : [];
	if (!subject) {
		return undefined;
	}

	const found = new Map<keyof RequestedNames, string[]>();
	const add = (field: keyof RequestedNames | undefined, text: string): void => {
		if (field) {
			getOrInsert(found, field, () => []).push(text);
		}
	};

	for (const set of valuesIn(subject.content)) {
		for (const pair of valuesIn(set.content)) {
			const [type, name] = valuesIn(pair.content);
			const key = type?.content.toString('hex') ?? '';
			add(Object.hasOwn(nameFields, key) ? nameFields[key] : undefined, name?.content.toString('utf8') ?? '');
		}
	}

	for (const attribute of attributes ? valuesIn(attributes.content) : []) {
		const [type, values] = valuesIn(attribute.content);
		const [extensions] = values && type?.content.toString('hex') === extensionRequest ? valuesIn(values.content) : [];
		for (const extension of extensions ? valuesIn(extensions.content) : []) {
			const parts = valuesIn(extension.content);
			const [names] = valuesIn(parts.at(-1)?.content ?? Buffer.alloc(0));
			const isNames = parts[0]?.content.toString('hex') === subjectAlternativeName;
			for (const {tag, content} of names && isNames ? valuesIn(names.content) : []) {
				add(alternativeFields[tag], tag === 0x87 ? addressText(content) : content.toString('utf8'));
			}
		}
	}

	const all = (field: keyof RequestedNames): readonly string[] => found.get(field) ?? [];
	return {
		commonName: all('commonName').at(-1) ?? '',
		serialNumber: all('serialNumber').at(-1) ?? '',
		organization: all('organization'),
		organizationalUnit: all('organizationalUnit'),
		country: all('country'),
		locality: all('locality'),
		province: all('province'),
		streetAddress: all('streetAddress'),
		postalCode: all('postalCode'),
		dnsNames: all('dnsNames'),
		emailAddresses: all('emailAddresses'),
		uris: all('uris'),
		ipAddresses: all('ipAddresses'),
	};
};
