import {spawn} from 'node:child_process';
import process from 'node:process';

/** The program that opens an address with the user's choice. */
export const openerOf = (platform: string): readonly [command: string, ...words: string[]] => {
	switch (platform) {
		case 'darwin': {
			return ['open'];
		}

		case 'win32': {
			// The first word in quotes would be the title of a window.
			return ['cmd', '/c', 'start', ''];
		}

		default: {
			return ['xdg-open'];
		}
	}
};

/** Opens an address in the user's browser. Without an installed program for it, the printed address is enough. */
export const openInBrowser = (address: string, platform: string = process.platform): void => {
	const [command, ...words] = openerOf(platform);
	const opener = spawn(command, [...words, address], {stdio: 'ignore', detached: true});
	opener.on('error', () => {});
	opener.unref();
};
