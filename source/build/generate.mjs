// Writes what is made of the API's facts and of upstream's published types before the compiler runs. The results are build output: they are
// not committed.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import {descriptionsOf} from './generate/descriptions.mjs';
import {goTypesModule} from './generate/go-types.mjs';
import {kubernetesTypes} from './generate/kubernetes-types.mjs';

const read = (name) =>
	JSON.parse(gunzipSync(readFileSync(new URL(`../../snapshots/cluster/${name}.json.gz`, import.meta.url))));
const facts = read('api-facts');
const messages = read('protobuf-facts');

const objects = new URL('../objects/', import.meta.url);
writeFileSync(new URL('kubernetes.generated.ts', objects), kubernetesTypes(facts));
writeFileSync(new URL('go-types.generated.ts', objects), goTypesModule(facts, messages));

const dist = new URL('../../dist/', import.meta.url);
mkdirSync(dist, {recursive: true});
writeFileSync(new URL('descriptions.generated.json', dist), JSON.stringify(descriptionsOf(facts.schemas)));
