/**
The files that a kubectl command line names with `-f`, as they are written there.

@param line what follows the word `kubectl`.
*/
export const namedFiles = (line: string): readonly string[] =>
	[...line.matchAll(/(?:^|\s)(?:-f|--filename)[\s=]+(?:'([^']*)'|"([^"]*)"|(\S+))/g)].flatMap(
		([, single, double, bare]) => (single ?? double ?? bare ?? '').split(','),
	);
