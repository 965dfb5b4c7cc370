import {memoised} from '../kernel/memoised.js';

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const labelPattern = new RegExp(`^${label}$`);
const subdomainFormat = `${label}(\\.${label})*`;
const subdomainPattern = new RegExp(`^${subdomainFormat}$`);
const dns1035Format = '[a-z]([-a-z0-9]*[a-z0-9])?';
const dns1035Pattern = new RegExp(`^${dns1035Format}$`);
const qualifiedFormat = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const qualifiedPattern = new RegExp(`^${qualifiedFormat}$`);
const labelValueFormat = '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?';
const labelValuePattern = new RegExp(`^${labelValueFormat}$`);

const maxLength = (length: number): string => `must be no more than ${length} characters`;
const maxBytes = (length: number): string => `must be no more than ${length} bytes`;

const pattern = (message: string, format: string, ...examples: readonly string[]): string =>
	examples.length === 0
		? `${message} (regex used for validation is '${format}')`
		: `${message} (e.g. ${examples.map((example) => `'${example}', `).join(' or ')}regex used for validation is '${format}')`;

/**
The errors of a DNS label (RFC 1123), in upstream's words; empty if it is valid.

@mirrors k8s.io/apimachinery/pkg/util/validation IsDNS1123Label
*/
export const dnsLabelErrors = (value: string): string[] => {
	const errors = [];
	if (value.length > 63) {
		errors.push(maxLength(63));
	}

	if (!labelPattern.test(value)) {
		errors.push(
			subdomainPattern.test(value)
				? 'must not contain dots'
				: pattern(
						"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
						label,
						'my-name',
						'123-abc',
					),
		);
	}

	return errors;
};

/** The errors of a DNS subdomain (RFC 1123): the name of most objects. @mirrors IsDNS1123Subdomain */
export const dnsSubdomainErrors = (value: string): string[] => {
	const errors = [];
	if (value.length > 253) {
		errors.push(maxLength(253));
	}

	if (!subdomainPattern.test(value)) {
		errors.push(
			pattern(
				"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
				subdomainFormat,
				'example.com',
			),
		);
	}

	return errors;
};

/** The errors of a DNS label (RFC 1035), which starts with a letter. @mirrors IsDNS1035Label */
export const dns1035LabelErrors = (value: string): string[] => {
	const errors = [];
	if (value.length > 63) {
		errors.push(maxLength(63));
	}

	if (!dns1035Pattern.test(value)) {
		errors.push(
			pattern(
				"a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
				dns1035Format,
				'my-name',
				'abc-123',
			),
		);
	}

	return errors;
};

/** The errors of a DNS subdomain whose first label may be `*`. @mirrors IsWildcardDNS1123Subdomain */
export const wildcardSubdomainErrors = (value: string): string[] => {
	const format = `\\*\\.${subdomainFormat}`;
	const errors = [];
	if (value.length > 253) {
		errors.push(maxLength(253));
	}

	if (!new RegExp(`^${format}$`).test(value)) {
		errors.push(
			pattern(
				"a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
				format,
				'*.example.com',
			),
		);
	}

	return errors;
};

/** The errors of a label key, annotation key, taint key …: `[prefix/]name`. @mirrors IsQualifiedName */
export const qualifiedNameErrors = (value: string): string[] =>
	value.length <= longestQualified && isQualifiedName(value) ? [] : whyNotQualified(value);

/** A subdomain, a slash and a name. */
const longestQualified = 253 + 1 + 63;

/** Whether a key is a qualified name; cached, because objects share few keys. */
const isQualifiedName = memoised((value: string): boolean => whyNotQualified(value).length === 0, 4000);

const whyNotQualified = (value: string): string[] => {
	const errors: string[] = [];
	const parts = value.split('/');
	const name = parts.at(-1) ?? '';
	const example = ['MyName', 'my.name', '123-abc'];
	const message =
		"must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
	if (parts.length > 2) {
		return [
			`a valid label key ${pattern(message, qualifiedFormat, ...example)} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
		];
	}

	if (parts.length === 2) {
		if (parts[0] === '') {
			errors.push('prefix part must be non-empty');
		} else {
			errors.push(...dnsSubdomainErrors(parts[0] ?? '').map((error) => `prefix part ${error}`));
		}
	}

	if (name === '') {
		errors.push('name part must be non-empty');
	} else if (name.length > 63) {
		errors.push(`name part ${maxBytes(63)}`);
	}

	if (!qualifiedPattern.test(name)) {
		errors.push(`name part ${pattern(message, qualifiedFormat, ...example)}`);
	}

	return errors;
};

/** The errors of a label's value. @mirrors IsValidLabelValue */
export const labelValueErrors = (value: string): string[] => {
	const errors = [];
	if (value.length > 63) {
		errors.push(maxBytes(63));
	}

	if (!labelValuePattern.test(value)) {
		errors.push(
			pattern(
				"a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
				labelValueFormat,
				'MyValue',
				'my_value',
				'12345',
			),
		);
	}

	return errors;
};

/** The errors of the name of an RBAC object and other names that must only fit into a URL. @mirrors IsValidPathSegmentName */
export const pathSegmentErrors = (value: string): string[] => {
	if (value === '.' || value === '..') {
		return [`may not be '${value}'`];
	}

	return ['/', '%'].filter((part) => value.includes(part)).map((part) => `may not contain '${part}'`);
};

/** The errors of a port's name: RFC 6335. @mirrors IsValidPortName */
export const portNameErrors = (value: string): string[] => {
	const errors = [];
	if (value.length > 15) {
		errors.push(maxLength(15));
	}

	if (!/^[-a-z0-9]+$/.test(value)) {
		errors.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
	}

	if (!/[a-z]/.test(value)) {
		errors.push('must contain at least one letter (a-z)');
	}

	if (value.includes('--')) {
		errors.push('must not contain consecutive hyphens');
	}

	if (value.startsWith('-') || value.endsWith('-')) {
		errors.push('must not begin or end with a hyphen');
	}

	return errors;
};

/** The errors of a port number. @mirrors IsValidPortNum */
export const portNumberErrors = (value: number): string[] =>
	value >= 1 && value <= 65_535 ? [] : ['must be between 1 and 65535, inclusive'];

/** The errors of a key in a ConfigMap or Secret. @mirrors IsConfigMapKey */
export const configMapKeyErrors = (value: string): string[] => {
	const errors = [];
	if (value.length > 253) {
		errors.push(maxLength(253));
	}

	if (!/^[-._a-zA-Z0-9]+$/.test(value)) {
		errors.push(
			pattern(
				"a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
				'[-._a-zA-Z0-9]+',
				'key.name',
				'KEY_NAME',
				'key-name',
			),
		);
	}

	if (value === '.' || value === '..') {
		errors.push(`must not be '${value}'`);
	} else if (value.startsWith('..')) {
		errors.push("must not start with '..'");
	}

	return errors;
};

/** The errors of a C identifier. @mirrors IsCIdentifier */
export const cIdentifierErrors = (value: string): string[] =>
	/^[A-Za-z_][A-Za-z0-9_]*$/.test(value)
		? []
		: [
				pattern(
					"a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
					'[A-Za-z_][A-Za-z0-9_]*',
					'my_name',
					'MY_NAME',
					'MyName',
				),
			];

/** The errors of an environment variable's name: any printable ASCII but `=`. @mirrors IsRelaxedEnvVarName */
export const environmentNameErrors = (value: string): string[] => {
	if (value === '') {
		return ['environment variable name must be non-empty'];
	}

	// eslint-disable-next-line no-control-regex
	return /^[\u0020-\u003C\u003E-\u007E]+$/.test(value)
		? []
		: ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
};

/** The errors of a ClusterTrustBundle's name: a signer's bundle begins with the signer's name, with `:` in place of `/`. @mirrors ValidateClusterTrustBundleName */
export const trustBundleNameErrors = (name: string): string[] => {
	const end = name.lastIndexOf(':');
	if (end < 0) {
		return dnsSubdomainErrors(name);
	}

	const signer = name.slice(0, end).replaceAll(':', '/');
	const prefix = `${signer.replaceAll('/', ':')}:`;
	if (signer === '') {
		return ['ClusterTrustBundle without signer name must not have ":" in its name'];
	}

	return name.startsWith(prefix)
		? dnsSubdomainErrors(name.slice(prefix.length))
		: [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`];
};
