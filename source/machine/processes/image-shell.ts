import type {KnownImage} from '../images/known-image.js';
import type {Dialect} from './shell/syntax/tree.js';

/** Images that have GNU's programs and Debian's shell. */
const debian =
	/(?:^|\/)(?:debian|ubuntu|nginx|httpd|postgres|mysql|mariadb|redis|mongo|python|node|ruby|golang|openjdk|php|perl|rabbitmq)(?:[:@][^/]*)?$/;

/** The shell that an image calls sh. */
export const dialectOf = ({
	imageName,
	image: {known},
}: {
	readonly imageName: string;
	readonly image: {readonly known?: Pick<KnownImage, 'sh' | 'shell'>};
}): Dialect => {
	if (known?.sh) {
		return known.sh;
	}

	const isDebian = known?.shell
		? known.shell !== 'ash'
		: debian.test(imageName.replace(/@.*$/, '')) && !/alpine/.test(imageName);
	return isDebian ? 'dash' : 'ash';
};
