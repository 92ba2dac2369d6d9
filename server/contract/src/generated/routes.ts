// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.
import type { TsoaRoute } from '@tsoa/runtime';
import { ContractTemplateService } from '../validation/contract-template-service.js';
import type { RouteRegistry } from '../edge/ordered-routes.js';
import type { RouteEdge } from '../edge/route-edge.js';
import { AccountController } from './account-controller.js';
import { CatalogueController } from './catalogue-controller.js';
import { ImagesController } from './images-controller.js';
import { VideosController } from './videos-controller.js';
import { TasksController } from './tasks-controller.js';
import { UploadsController } from './uploads-controller.js';
import type { Request as ExRequest, Response as ExResponse } from 'express';


const templateService = new ContractTemplateService();

export function RegisterRoutes(app: RouteRegistry, edge: RouteEdge) {


        const argsAccountController_getAccount: Record<string, TsoaRoute.ParameterSchema> = {
                request: { in: "request", name: "request" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/me",
            ...edge.stepsBefore('getAccount', [{"ApiKey":[]}]),

            async function AccountController_getAccount(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'getAccount', args: argsAccountController_getAccount, request, response });

                const controller = edge.controllers.get(AccountController);

              await templateService.apiHandler({
                methodName: 'getAccount',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });
        const argsAccountController_getUsage: Record<string, TsoaRoute.ParameterSchema> = {
                request: { in: "request", name: "request" },
                fromQuery: { in: "query", name: "from" },
                to: { in: "query", name: "to" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/usage",
            ...edge.stepsBefore('getUsage', [{"ApiKey":[]}]),

            async function AccountController_getUsage(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'getUsage', args: argsAccountController_getUsage, request, response });

                const controller = edge.controllers.get(AccountController);

              await templateService.apiHandler({
                methodName: 'getUsage',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });
        const argsCatalogueController_getPricing: Record<string, TsoaRoute.ParameterSchema> = {
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/pricing",
            ...edge.stepsBefore('getPricing', []),

            async function CatalogueController_getPricing(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'getPricing', args: argsCatalogueController_getPricing, request, response });

                const controller = edge.controllers.get(CatalogueController);

              await templateService.apiHandler({
                methodName: 'getPricing',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });
        const argsCatalogueController_listEffects: Record<string, TsoaRoute.ParameterSchema> = {
                surface: { in: "query", name: "surface" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/effects",
            ...edge.stepsBefore('listEffects', []),

            async function CatalogueController_listEffects(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'listEffects', args: argsCatalogueController_listEffects, request, response });

                const controller = edge.controllers.get(CatalogueController);

              await templateService.apiHandler({
                methodName: 'listEffects',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });
        const argsCatalogueController_listExamples: Record<string, TsoaRoute.ParameterSchema> = {
                surface: { in: "query", name: "surface" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/examples",
            ...edge.stepsBefore('listExamples', []),

            async function CatalogueController_listExamples(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'listExamples', args: argsCatalogueController_listExamples, request, response });

                const controller = edge.controllers.get(CatalogueController);

              await templateService.apiHandler({
                methodName: 'listExamples',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });
        const argsImagesController_generateImage: Record<string, TsoaRoute.ParameterSchema> = {
                request: { in: "request", name: "request" },
                body: { in: "body", name: "body" },
                idempotencyKey: { in: "header", name: "Idempotency-Key" },
                cancelAfter: { in: "header", name: "Cancel-After" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
                traceparent: { in: "header", name: "traceparent" },
        };
        app.post("/api/v1/images/generations",
            ...edge.stepsBefore('generateImage', [{"ApiKey":[]}]),

            async function ImagesController_generateImage(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'generateImage', args: argsImagesController_generateImage, request, response });

                const controller = edge.controllers.get(ImagesController);

              await templateService.apiHandler({
                methodName: 'generateImage',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });
        const argsImagesController_transformImage: Record<string, TsoaRoute.ParameterSchema> = {
                request: { in: "request", name: "request" },
                body: { in: "body", name: "body" },
                idempotencyKey: { in: "header", name: "Idempotency-Key" },
                cancelAfter: { in: "header", name: "Cancel-After" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
                traceparent: { in: "header", name: "traceparent" },
        };
        app.post("/api/v1/images/transformations",
            ...edge.stepsBefore('transformImage', [{"ApiKey":[]}]),

            async function ImagesController_transformImage(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'transformImage', args: argsImagesController_transformImage, request, response });

                const controller = edge.controllers.get(ImagesController);

              await templateService.apiHandler({
                methodName: 'transformImage',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });
        const argsVideosController_generateVideo: Record<string, TsoaRoute.ParameterSchema> = {
                request: { in: "request", name: "request" },
                body: { in: "body", name: "body" },
                idempotencyKey: { in: "header", name: "Idempotency-Key" },
                cancelAfter: { in: "header", name: "Cancel-After" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
                traceparent: { in: "header", name: "traceparent" },
        };
        app.post("/api/v1/videos/generations",
            ...edge.stepsBefore('generateVideo', [{"ApiKey":[]}]),

            async function VideosController_generateVideo(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'generateVideo', args: argsVideosController_generateVideo, request, response });

                const controller = edge.controllers.get(VideosController);

              await templateService.apiHandler({
                methodName: 'generateVideo',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });
        const argsVideosController_transformVideo: Record<string, TsoaRoute.ParameterSchema> = {
                request: { in: "request", name: "request" },
                body: { in: "body", name: "body" },
                idempotencyKey: { in: "header", name: "Idempotency-Key" },
                cancelAfter: { in: "header", name: "Cancel-After" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
                traceparent: { in: "header", name: "traceparent" },
        };
        app.post("/api/v1/videos/transformations",
            ...edge.stepsBefore('transformVideo', [{"ApiKey":[]}]),

            async function VideosController_transformVideo(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'transformVideo', args: argsVideosController_transformVideo, request, response });

                const controller = edge.controllers.get(VideosController);

              await templateService.apiHandler({
                methodName: 'transformVideo',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });
        const argsTasksController_listTasks: Record<string, TsoaRoute.ParameterSchema> = {
                request: { in: "request", name: "request" },
                status: { in: "query", name: "status" },
                typeQuery: { in: "query", name: "type" },
                createdFrom: { in: "query", name: "createdFrom" },
                createdBefore: { in: "query", name: "createdBefore" },
                limit: { in: "query", name: "limit" },
                cursor: { in: "query", name: "cursor" },
                id: { in: "query", name: "id" },
                prefer: { in: "header", name: "Prefer" },
                ifNoneMatch: { in: "header", name: "If-None-Match" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/tasks",
            ...edge.stepsBefore('listTasks', [{"ApiKey":[]}]),

            async function TasksController_listTasks(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'listTasks', args: argsTasksController_listTasks, request, response });

                const controller = edge.controllers.get(TasksController);

              await templateService.apiHandler({
                methodName: 'listTasks',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });
        const argsTasksController_getTask: Record<string, TsoaRoute.ParameterSchema> = {
                request: { in: "request", name: "request" },
                taskId: { in: "path", name: "taskId" },
                prefer: { in: "header", name: "Prefer" },
                ifNoneMatch: { in: "header", name: "If-None-Match" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/tasks/:taskId",
            ...edge.stepsBefore('getTask', [{"ApiKey":[]}]),

            async function TasksController_getTask(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'getTask', args: argsTasksController_getTask, request, response });

                const controller = edge.controllers.get(TasksController);

              await templateService.apiHandler({
                methodName: 'getTask',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });
        const argsTasksController_cancelTask: Record<string, TsoaRoute.ParameterSchema> = {
                request: { in: "request", name: "request" },
                taskId: { in: "path", name: "taskId" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.post("/api/v1/tasks/:taskId/cancel",
            ...edge.stepsBefore('cancelTask', [{"ApiKey":[]}]),

            async function TasksController_cancelTask(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'cancelTask', args: argsTasksController_cancelTask, request, response });

                const controller = edge.controllers.get(TasksController);

              await templateService.apiHandler({
                methodName: 'cancelTask',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });
        const argsUploadsController_createUpload: Record<string, TsoaRoute.ParameterSchema> = {
                request: { in: "request", name: "request" },
                body: { in: "body", name: "body" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.post("/api/v1/uploads",
            ...edge.stepsBefore('createUpload', [{"ApiKey":[]}]),

            async function UploadsController_createUpload(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'createUpload', args: argsUploadsController_createUpload, request, response });

                const controller = edge.controllers.get(UploadsController);

              await templateService.apiHandler({
                methodName: 'createUpload',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });
        const argsUploadsController_completeUpload: Record<string, TsoaRoute.ParameterSchema> = {
                request: { in: "request", name: "request" },
                assetId: { in: "path", name: "assetId" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
                body: { in: "body", name: "body" },
        };
        app.post("/api/v1/uploads/:assetId/complete",
            ...edge.stepsBefore('completeUpload', [{"ApiKey":[]}]),

            async function UploadsController_completeUpload(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'completeUpload', args: argsUploadsController_completeUpload, request, response });

                const controller = edge.controllers.get(UploadsController);

              await templateService.apiHandler({
                methodName: 'completeUpload',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });
        const argsUploadsController_getUpload: Record<string, TsoaRoute.ParameterSchema> = {
                request: { in: "request", name: "request" },
                assetId: { in: "path", name: "assetId" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/uploads/:assetId",
            ...edge.stepsBefore('getUpload', [{"ApiKey":[]}]),

            async function UploadsController_getUpload(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'getUpload', args: argsUploadsController_getUpload, request, response });

                const controller = edge.controllers.get(UploadsController);

              await templateService.apiHandler({
                methodName: 'getUpload',
                controller,
                response,
                next,
                validatedArgs,
                successStatus: 200,
              });
            } catch (err) {
                return next(err);
            }
        });

}

