import {firstLine, kindAndName, subjectOf} from '../digest/kubectl.js';
import type {FactsOf} from '../facts.js';
import type {KubectlFacts, Proof} from '../facts/kubectl.js';
import {manifestMistakes} from './manifest-mistakes.js';
import {counted} from './words.js';
import type {Translation} from '../translation.js';
import type {Sentences} from '../language-table.js';

const manifestMistake = (message: string): string =>
	manifestMistakes.find(([english]) => english === message)?.[1] ?? message;

const printed = (facts: FactsOf<'kubectl.print'>): string => {
	switch (facts.case) {
		case 'output': {
			return `kubectl печатает: ${firstLine(facts.stdout || facts.stderr)}`;
		}

		case 'end': {
			return facts.code === 0
				? 'kubectl печатает ответ и завершается.'
				: `kubectl печатает причину ошибки и завершается с кодом ${facts.code}.`;
		}

		case 'wait-gone': {
			return `kubectl ждёт, пока ${facts.of} не исчезнет.`;
		}

		case 'gone': {
			return `${facts.of} больше нет; kubectl перестаёт ждать.`;
		}

		case 'wait': {
			return `kubectl ждёт ${facts.conditions.join(' и ')} у ${facts.of}.`;
		}

		case 'diff': {
			return `kubectl сравнивает ${facts.of} на сервере с тем, что получилось бы.`;
		}

		case 'describe': {
			return `kubectl описывает ${facts.of} по самому объекту${facts.showEvents ? ' и его событиям' : ''}.`;
		}
	}
};

const operations: Readonly<Record<string, string>> = {
	none: 'менять ничего не нужно',
	update: 'объект нужно обновить',
	create: 'объект нужно создать',
	recreate: 'объект нужно создать заново',
};

/** Objects that flags are turned into. */
const made = (facts: FactsOf<'kubectl.generate'>): string | undefined => {
	switch (facts.case) {
		case 'create': {
			return `${facts.command} строит ${facts.kind} ${facts.name} из флагов.`;
		}

		case 'run': {
			return `kubectl run строит Pod ${facts.pod} с одним контейнером из образа ${facts.image}; контроллера-владельца у него не будет. До версии 1.18 эта команда делала Deployment.`;
		}

		case 'generator': {
			return `kubectl run строит ${facts.kind} ${facts.name} из флагов генератором ${facts.generator}. (Удалено из Kubernetes в ${facts.removedIn}.)`;
		}

		case 'expose-pod': {
			return `--expose добавляет Service ${facts.service} для порта ${facts.port} этого Pod.`;
		}

		case 'expose': {
			return `kubectl expose строит Service ${facts.service}, который выбирает Pod объекта ${facts.target} по их меткам.`;
		}

		case 'token': {
			return `kubectl запрашивает токен для служебной учётной записи ${facts.serviceAccount}.`;
		}

		case 'autoscaler': {
			return `kubectl autoscale строит HorizontalPodAutoscaler для ${facts.target}.`;
		}

		case 'ephemeral-container': {
			return `kubectl добавляет временный (ephemeral) контейнер ${facts.container} в ${facts.of}.`;
		}

		case 'debug-copy': {
			return `kubectl копирует ${facts.of} и называет копию ${facts.copy}.`;
		}

		case 'node-debugger': {
			return `kubectl строит Pod ${facts.pod}, который запустится на узле ${facts.node}, какие бы ограничения (taint) там ни были.`;
		}

		default: {
			return undefined;
		}
	}
};

/**
Changes to existing objects.

Long because it is a table: one case per change.
*/
const changed = (facts: FactsOf<'kubectl.generate'>): string => {
	switch (facts.case) {
		case 'scale': {
			return `kubectl запрашивает ${counted(facts.after, 'реплику', 'реплики', 'реплик')} ${facts.of} вместо ${String(facts.before)}.`;
		}

		case 'rollout': {
			return `kubectl строит патч: ${facts.of} ${facts.becomes}.`;
		}

		case 'revision': {
			return `kubectl берёт шаблон Pod объекта ${facts.of} из ревизии ${facts.revision}.`;
		}

		case 'set': {
			return `kubectl строит патч: ${facts.of} ${facts.past}.`;
		}

		case 'merge-patch': {
			return `kubectl строит merge patch для поля ${facts.field} объекта ${facts.of}.`;
		}

		case 'apply-patch': {
			return facts.patchText === '{}'
				? `Последняя применённая, новая и текущая конфигурации ${facts.of} совпадают: исправлять нечего.`
				: `kubectl сравнивает последнюю применённую, новую и текущую конфигурации ${facts.of} и строит патч ${facts.patchText}.`;
		}

		case 'last-applied': {
			return `Аннотация ${facts.of} хранит последнюю применённую конфигурацию.`;
		}

		case 'annotation-patch': {
			return `kubectl строит патч для аннотации last-applied объекта ${facts.of}.`;
		}

		case 'prune': {
			return `${facts.of} применялся раньше, но ни в одном манифесте его больше нет: kubectl его убирает (prune).`;
		}

		case 'edit': {
			return `kubectl пишет ${facts.of} в файл для редактора. Здесь редактора нет, и он возвращается без изменений: изменить его могут kubectl patch, set и apply.`;
		}

		case 'editor': {
			return facts.isAgain
				? `kubectl снова открывает ${facts.of} в редакторе. Комментарии в начале файла говорят, почему прошлый текст отклонён.`
				: `kubectl пишет ${facts.of} во временный файл, открывает его в редакторе и ждёт, пока редактор закроется.`;
		}

		case 'edited': {
			return `kubectl сравнивает исправленный ${facts.of} с объектом, который прочитал, и строит патч из разницы.`;
		}

		case 'reconcile': {
			return `kubectl сравнивает ${facts.of} с файлом: ${operations[facts.operation] ?? facts.operation}.`;
		}

		case 'taints': {
			return `kubectl строит патч для ограничений (taint) узла ${facts.node}.`;
		}

		case 'condition': {
			return `kubectl добавляет условие ${facts.type} в ${facts.request}.`;
		}

		case 'cordon': {
			return `kubectl строит патч, который ${facts.unschedulable ? 'закрывает узел' : 'снова открывает узел'} ${facts.node} для планировщика.`;
		}

		case 'drain': {
			return `kubectl решает, какие Pod вытеснить с узла ${facts.node}; всего их там ${facts.pods}.`;
		}

		default: {
			return '';
		}
	}
};

const proofWords = (proof: Proof): string => {
	switch (proof.case) {
		case 'token': {
			return 'bearer-токен';
		}

		case 'certificate': {
			return `клиентский сертификат для ${subjectOf(proof)}`;
		}

		case 'none': {
			return 'нет, запрос анонимный';
		}
	}
};

/** Stops in kubectl, in Russian. */
export const kubectlSentences: Translation<Sentences<KubectlFacts>> = {
	'kubectl.kubeconfig': ({file, context, server, user, namespace, proof}) =>
		`kubectl читает ${file}: контекст ${context || '(нет)'} ведёт к ${server}, пользователь ${user || 'не указан'}, пространство имён ${namespace}; учётные данные: ${proofWords(proof)}.`,
	'kubectl.parse'(facts) {
		switch (facts.case) {
			case 'document': {
				return `kubectl читает ${kindAndName(facts, 'объект без kind')} со строки ${facts.line} файла ${facts.file} и превращает YAML в JSON.`;
			}

			case 'refused': {
				return `kubectl не может прочесть ${facts.file}: ${manifestMistake(facts.message)}`;
			}

			case 'patch': {
				return `kubectl превращает патч в JSON: ${facts.output}`;
			}
		}
	},
	'kubectl.validate'(facts) {
		switch (facts.case) {
			case 'passed': {
				return `У ${kindAndName(facts, 'объекта')} есть kind, ${String(facts.kind)}, и apiVersion, ${String(facts.apiVersion)}. Поля проверит сервер.`;
			}

			case 'refused': {
				return `kubectl отвергает ${facts.source}, ещё ничего не отправив: ${facts.fault}.`;
			}

			case 'other-namespace': {
				return `Объект — из пространства имён ${facts.own}, а флаг указывает ${facts.chosen}.`;
			}
		}
	},
	'kubectl.negotiate'(facts) {
		switch (facts.case) {
			case 'unknown-word': {
				return `На сервере нет ресурса с именем ${facts.word}.`;
			}

			case 'word': {
				return `${facts.word} — это ${facts.resource} из ${facts.apiVersion}, ресурс ${facts.namespaced ? 'из пространства имён' : 'уровня кластера'}.`;
			}

			case 'unknown-kind': {
				return `На сервере нет вида ${facts.kind} в ${facts.apiVersion}.`;
			}

			case 'kind': {
				return `${facts.kind} из ${facts.apiVersion} — это ресурс ${facts.resource}${facts.group ? ` группы ${facts.group}` : ''}, его URL — ${facts.url}.`;
			}

			case 'created-kind': {
				return `${facts.kind} из ${facts.apiVersion} — это ресурс ${facts.resource}, его URL — ${facts.url}.`;
			}
		}
	},
	'kubectl.discover'(facts) {
		switch (facts.case) {
			case 'known': {
				return `${counted(facts.resources, 'ресурс', 'ресурса', 'ресурсов')} сервера ${facts.server} kubectl берёт из своего кеша discovery без запроса.`;
			}

			case 'read': {
				return `${facts.server} обслуживает ${counted(facts.resources, 'ресурс', 'ресурса', 'ресурсов')}; список kubectl хранит в кеше шесть часов.`;
			}

			case 'openapi': {
				return facts.status < 400
					? `В указателе ${facts.path} ${counted(facts.documents, 'документ', 'документа', 'документов')} OpenAPI: по одному на группу и версию, с хешем содержимого.`
					: `Указатель документов OpenAPI сервер не показывает.`;
			}

			case 'field-validation': {
				return facts.status < 400
					? `В документе OpenAPI для ${facts.apiVersion} есть параметр fieldValidation, поэтому проверку полей kubectl поручает серверу.`
					: `Документа OpenAPI для ${facts.apiVersion} у сервера нет; kubectl всё равно запрашивает fieldValidation.`;
			}

			case 'patch-types': {
				return `Стратегического слияния для ${facts.kind} документ OpenAPI для ${facts.apiVersion} не предлагает. kubectl читает и ${facts.path}, не находит его и там и отправит JSON merge patch.`;
			}

			case 'schema': {
				return `kubectl читает схему ${facts.word} из документа OpenAPI для ${facts.apiVersion}.`;
			}
		}
	},
	'kubectl.generate': (facts) => made(facts) ?? changed(facts),
	'kubectl.request'(facts) {
		switch (facts.case) {
			case 'send': {
				return `kubectl отправляет ${facts.request.method} ${facts.url}.`;
			}

			case 'refused': {
				const {method, path, code, reason, message} = facts;
				return `На ${method} ${path} сервер отвечает ${code}${reason ? ` ${reason}` : ''}: ${message}`;
			}

			case 'lost': {
				return `${facts.method} ${facts.path} остаётся без ответа: ${facts.message}`;
			}

			case 'patched': {
				return `${facts.of}: патч применён.`;
			}

			case 'command-end': {
				return `${facts.command.join(' ')} в контейнере ${facts.container} Pod ${facts.pod} завершилась: ${facts.failure ?? 'код выхода 0'}.`;
			}

			case 'console-end': {
				return `Консоль контейнера ${facts.container} Pod ${facts.pod} закрыта.`;
			}
		}
	},
	'kubectl.print': printed,
};
