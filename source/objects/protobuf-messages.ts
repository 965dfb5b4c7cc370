import {packageText} from '../kernel/platform.js';

/** Message → number → its field's name and type: `string`, `repeated int32`, `map<string, bytes>`, or a message. */
export type ProtobufFacts = Readonly<Record<string, Readonly<Record<string, readonly [name: string, type: string]>>>>;

let loaded: ProtobufFacts | undefined;

/** The protobuf messages of the API; read at the first call. */
export const protobufFacts = (): ProtobufFacts => {
	loaded ??= JSON.parse(packageText('snapshots/cluster/protobuf-facts.json.gz')) as ProtobufFacts;
	return loaded;
};

/** `io.k8s.api.core.v1.Pod` is the message `k8s.io.api.core.v1.Pod`. */
export const messageOf = (id: string): string => id.replace(/^io\.k8s\./, 'k8s.io.').replaceAll('-', '_');
