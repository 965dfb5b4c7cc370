/** The values of flags with these names in a command line. */
const valuesOf = (line: string, flags: string): readonly string[] =>
	[...line.matchAll(new RegExp(`(?:^|\\s)(?:${flags})[\\s=]+(?:'([^']*)'|"([^"]*)"|(\\S+))`, 'g'))].map(
		([, single, double, bare]) => single ?? double ?? bare ?? '',
	);

/**
The manifests that a kubectl command line names with `-f`, as written. @param line the words after `kubectl`.
*/
export const namedFiles = (line: string): readonly string[] =>
	valuesOf(line, '-f|--filename').flatMap((value) => value.split(','));

/**
The other files that a kubectl command line names: sources of ConfigMaps and Secrets, patches, debugging profiles, kubeconfigs.

@param line the text after the word `kubectl`.
*/
export const dataFiles = (line: string): readonly string[] => [
	...valuesOf(line, '--from-file').flatMap((value) =>
		value.split(',').map((source) => source.slice(source.indexOf('=') + 1)),
	),
	...valuesOf(line, '--from-env-file').flatMap((value) => value.split(',')),
	...valuesOf(
		line,
		'--patch-file|--cert|--key|--custom|--kubeconfig|--client-certificate|--client-key|--certificate-authority',
	),
];
