import process from 'node:process';
import {setTimeout as sleep} from 'node:timers/promises';
import {ask} from './api.js';

/*
The tests of the planted controller: it creates a database, and with `delete` it deletes the database afterwards. They are too short to see what the bugs do.
*/

const configMaps = '/api/v1/namespaces/default/configmaps';

const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
	for (let tries = 0; tries < 300; tries++) {
		if (await holds()) {
			return;
		}

		await sleep(50);
	}

	throw new Error(`${what}: not within 15 s`);
};

await ask('POST', configMaps, {metadata: {name: 'main', labels: {app: 'database'}}});
await until('the database is marked', async () => {
	const {body} = await ask('GET', `${configMaps}/main`);
	return body.metadata.annotations?.['password'] === 'created';
});
await until('it has replicas', async () => {
	const {body} = await ask('GET', configMaps);
	return (body.items ?? []).filter(({metadata}) => metadata.labels?.['of'] === 'main').length >= 2;
});
if (process.argv[2] === 'delete') {
	await ask('DELETE', `${configMaps}/main`);
}

process.exit(0);
