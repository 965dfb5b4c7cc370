import type {Proof} from '../facts/kubectl.js';

/** The first line of the output. */
export const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

/** `Pod web`; without a name the kind alone. @param withoutKind the name of an object without a kind */
export const kindAndName = (
	{objectKind, objectName}: {readonly objectKind: string | undefined; readonly objectName: string | undefined},
	withoutKind: string,
): string => `${objectKind ?? withoutKind}${objectName ? ` ${objectName}` : ''}`;

/** The subject of a client certificate: `CN=bob, O=devs`. */
export const subjectOf = ({commonName, organizations}: Extract<Proof, {case: 'certificate'}>): string =>
	[`CN=${commonName}`, ...organizations.map((name) => `O=${name}`)].join(', ');
