import {sign, type KeyObject} from 'node:crypto';
import {bits, identifier, integer, octets, sequence, set, tagged, text} from '../serve/der.js';

/** A certificate request as openssl makes it, PEM. @param names its alternative names. */
export const certificateRequest = (
	{commonName, organizations}: {readonly commonName: string; readonly organizations: readonly string[]},
	publicKey: KeyObject,
	privateKey: KeyObject,
	names: readonly string[] = [],
): string => {
	const alternatives = sequence(...names.map((name) => tagged(2, Buffer.from(name), false)));
	const extensions = sequence(sequence(identifier('2.5.29.17'), octets(alternatives)));
	const info = sequence(
		integer(Buffer.from([0])),
		sequence(
			...organizations.map((organization) => set(sequence(identifier('2.5.4.10'), text(organization)))),
			set(sequence(identifier('2.5.4.3'), text(commonName))),
		),
		publicKey.export({type: 'spki', format: 'der'}),
		tagged(0, names.length === 0 ? Buffer.alloc(0) : sequence(identifier('1.2.840.113549.1.9.14'), set(extensions))),
	);
	const der = sequence(info, sequence(identifier('1.2.840.10045.4.3.2')), bits(sign('sha256', info, privateKey)));
	const lines = der.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n');
	return `-----BEGIN CERTIFICATE REQUEST-----\n${lines}\n-----END CERTIFICATE REQUEST-----\n`;
};
