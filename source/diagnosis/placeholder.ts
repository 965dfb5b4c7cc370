/**
Words that templates and tutorials leave to their reader: `<YOUR_PROJECT>`, `${TAG}`, `$PROJECT_ID`, `{{ .Values.image }}`, `%IMAGE%`,
`PROJECT_ID`, `IMAGE_NAME`, `REPLACE_ME`, `CHANGEME`, `your-registry`.
*/
const patterns: readonly RegExp[] = [
	/<[^<>]+>/,
	/\$\{[^{}]+\}|\{\{[^{}]+\}\}/,
	/\$[A-Za-z_]\w*/,
	/%[A-Z_]+%/,
	/\b[A-Z][A-Z\d]*(?:[_-][A-Z\d]+)+\b/,
	/\b(?:CHANGE|REPLACE)_?(?:ME|THIS)?\b/i,
	/\byour-[a-z\d-]+|\b(?:my|your)_[a-z_]+\b/i,
	/\b(?:TODO|FIXME|TBD|XXX+|PROJECT|REGISTRY|REPOSITORY|IMAGE|TAG|VERSION|USERNAME|NAMESPACE|ACCOUNT|REGION|ZONE|DOMAIN)\b/,
];

/** The part of a value that its author left for the reader to fill in; `undefined` if there is none. */
export const placeholderIn = (text: string): string | undefined => {
	for (const pattern of patterns) {
		const found = pattern.exec(text);
		if (found) {
			return found[0];
		}
	}

	return undefined;
};
