/** The subject of a certificate: a user and its groups. */
export interface CertificateSubject {
	readonly commonName: string;
	readonly organizations: readonly string[];
}

// The object identifiers 2.5.4.3 and 2.5.4.10, as they appear in a subject.
const commonName = Buffer.from([0x06, 0x03, 0x55, 0x04, 0x03]);
const organization = Buffer.from([0x06, 0x03, 0x55, 0x04, 0x0a]);

const valuesOf = (der: Buffer, identifier: Buffer): readonly string[] => {
	const found: string[] = [];
	for (let at = der.indexOf(identifier); at !== -1; at = der.indexOf(identifier, at + 1)) {
		const start = at + identifier.length + 2;
		if (start <= der.length) {
			found.push(der.subarray(start, start + der.readUInt8(start - 1)).toString('utf8'));
		}
	}

	return found;
};

/**
The subject of a certificate request in base64 of PEM: user and groups after signing.

Simplified: it searches for the identifiers instead of walking the structure.
*/
export const requestedSubject = (request: string): CertificateSubject => {
	const pem = Buffer.from(request, 'base64').toString('latin1');
	const body = /-----BEGIN CERTIFICATE REQUEST-----([\s\S]*?)-----END/.exec(pem)?.[1] ?? '';
	const der = Buffer.from(body, 'base64');
	return {commonName: valuesOf(der, commonName)[0] ?? '', organizations: valuesOf(der, organization)};
};

const [begin, end] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'];

/**
A certificate in base64 of PEM, such as `client-certificate-data` of a kubeconfig. Simplified: it has the subject as text instead of a
signed X.509 certificate.
*/
export const certificateData = ({commonName: name, organizations}: CertificateSubject): string => {
	const subject = [...organizations.map((one) => `O=${one}`), `CN=${name}`].join(', ');
	return Buffer.from(`${begin}\nSubject: ${subject}\n${end}\n`).toString('base64');
};

/** An ASN.1 value: its tag, its length in two bytes, its content. */
const tagged = (tag: number, content: Buffer): Buffer =>
	Buffer.concat([Buffer.from([tag, 0x82, content.length >> 8, content.length & 0xff]), content]);

/** Like {@link certificateData}, as a text in an ASN.1 sequence, in the base64 lines of a PEM block. */
export const signedCertificate = (subject: CertificateSubject): string => {
	const words = Buffer.from(certificateData(subject), 'base64').toString().split('\n')[1] ?? '';
	const lines =
		tagged(0x30, tagged(0x0c, Buffer.from(words)))
			.toString('base64')
			.match(/.{1,64}/g) ?? [];
	return Buffer.from(`${begin}\n${lines.join('\n')}\n${end}\n`).toString('base64');
};

/** The subject of a certificate that this simulation has made. */
export const subjectOf = (data: string): CertificateSubject => {
	const pem = Buffer.from(data, 'base64').toString();
	const body = pem.replaceAll(/-----[A-Z ]+-----/g, '').trim();
	const words = body.startsWith('Subject:') ? body : Buffer.from(body, 'base64').toString();
	const parts = (/Subject: (.*)/.exec(words)?.[1] ?? '').split(', ');
	return {
		commonName: parts.find((part) => part.startsWith('CN='))?.slice(3) ?? '',
		organizations: parts.filter((part) => part.startsWith('O=')).map((part) => part.slice(2)),
	};
};
