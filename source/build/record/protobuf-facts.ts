/** Messages with their fields by number: name and type, as `snapshots/cluster/protobuf-facts.json.gz` has them. */
export type ProtobufFacts = Readonly<Record<string, Readonly<Record<string, readonly [name: string, type: string]>>>>;

const field =
	/(?<type>(?:(?:optional|repeated|required)\s+)?(?:map<[^>]+>|[\w.]+))\s+(?<name>\w+)\s*=\s*(?<number>\d+)/g;

/** A field's type: without `optional`, and with the package of a message of the same file. */
const fullType = (type: string, own: string): string => {
	const plain = type
		.replaceAll(/\s+/g, ' ')
		.trim()
		.replace('optional ', '')
		.replaceAll(/(^|[ ,<])\.(?=k8s\.io\.)/g, '$1');
	const base = plain.split(' ').at(-1) ?? '';
	return /^[A-Z]/.test(base) ? `${plain.slice(0, -base.length)}${own}.${base}` : plain;
};

/**
 * Reads the messages of a `generated.proto` file of the published modules (k8s.io/api, apimachinery, apiextensions-apiserver, kube-aggregator).
 * @param text the file; its comments are not read
 * @throws {Error} when it names no package
 */
export const protobufFacts = (text: string): ProtobufFacts => {
	const code = text.replaceAll(/\/\/.*/g, '');
	const own = /\bpackage\s+([\w.]+);/.exec(code)?.[1];
	if (own === undefined) {
		throw new Error('a .proto file names its package');
	}

	return Object.fromEntries(
		[...code.matchAll(/message\s+(?<name>\w+)\s*\{(?<body>[^]*?)\n\}/g)].map(({groups: message}) => [
			`${own}.${message?.['name']}`,
			Object.fromEntries(
				[...(message?.['body'] ?? '').matchAll(field)].map(({groups: one}) => [
					one?.['number'],
					[one?.['name'] ?? '', fullType(one?.['type'] ?? '', own)] as const,
				]),
			),
		]),
	);
};
