import type {Command} from 'commander';
import {errorText} from '../kernel/error-text.js';
import {Mistake} from '../scenario/mistake.js';
import type {CommandHost} from './command-host.js';

/** `web`: the program in a page, served on this machine; `web build` writes it as a folder for any static server. */
export const defineWeb = (program: Command, {streams, exit}: CommandHost): void => {
	const web = program
		.command('web')
		.description('serve the program as a web page on this machine')
		.option('--port <number>', 'port on localhost; 0 takes any free port', '8088')
		.option('--no-open', 'do not open the page in a browser')
		.action(async ({port, open}: {readonly port: string; readonly open: boolean}) => {
			if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
				throw new Mistake(`"${port}" is not a port`, {}, 'a port is a whole number from 0 to 65535');
			}

			const [{pageFiles}, {servePage}, {untilSignalled}, {openInBrowser}] = await Promise.all([
				import('./web/page-files.js'),
				import('./web/serve-page.js'),
				import('./until-signalled.js'),
				import('./web/open-in-browser.js'),
			]);
			const page = pageFiles();
			const served = await servePage(page, Number(port)).catch((error: unknown) => {
				throw new Mistake(`port ${port} cannot be used: ${errorText(error)}`, {}, 'use any free port: --port 0');
			});
			streams.stdout(`${served.address}\nCtrl-C ends it.\n`);
			// Only for an interactive user: a script that serves the page opens nothing.
			if (open && streams.watched) {
				openInBrowser(served.address);
			}

			await untilSignalled(async (signalled) => signalled);
			await served.close();
			exit(0);
		});
	web
		.command('build')
		.description('write the page as a folder for any static server')
		.argument('<folder>', 'the folder to write; existing files are replaced')
		.action(async (folder: string) => {
			const [{pageFiles}, {writeSite}, {version}] = await Promise.all([
				import('./web/page-files.js'),
				import('./web/site.js'),
				import('./version.js'),
			]);
			const {files} = pageFiles();
			const versions = writeSite(folder, files, version());
			streams.stdout(
				`${files.size} files in ${folder}, with subfolders for versions ${versions.join(', ')}: serve the folder with any web server\n`,
			);
			exit(0);
		});
};
