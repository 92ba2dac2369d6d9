// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.
import type { RouteArguments, RouteEdge, RouteRegistry } from '@mediagen/contract-runtime';
import { AccountController } from './account-controller.js';
import { CatalogueController } from './catalogue-controller.js';
import { ImagesController } from './images-controller.js';
import { VideosController } from './videos-controller.js';
import { TasksController } from './tasks-controller.js';
import { UploadsController } from './uploads-controller.js';
import type { Request as ExRequest, Response as ExResponse } from 'express';


export function RegisterRoutes(app: RouteRegistry, { stepsBefore, templateService, controllers }: RouteEdge) {


        const argsAccountController_getAccount: RouteArguments = {
                request: { in: "request", name: "request" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/me",
            ...stepsBefore('getAccount'),

            async function AccountController_getAccount(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'getAccount', args: argsAccountController_getAccount, request });

                const controller = controllers.get(AccountController);

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
        const argsAccountController_getUsage: RouteArguments = {
                request: { in: "request", name: "request" },
                _from: { in: "query", name: "from" },
                _to: { in: "query", name: "to" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/usage",
            ...stepsBefore('getUsage'),

            async function AccountController_getUsage(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'getUsage', args: argsAccountController_getUsage, request });

                const controller = controllers.get(AccountController);

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
        const argsCatalogueController_getPricing: RouteArguments = {
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/pricing",
            ...stepsBefore('getPricing'),

            async function CatalogueController_getPricing(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'getPricing', args: argsCatalogueController_getPricing, request });

                const controller = controllers.get(CatalogueController);

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
        const argsCatalogueController_listEffects: RouteArguments = {
                request: { in: "request", name: "request" },
                _surface: { in: "query", name: "surface" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/effects",
            ...stepsBefore('listEffects'),

            async function CatalogueController_listEffects(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'listEffects', args: argsCatalogueController_listEffects, request });

                const controller = controllers.get(CatalogueController);

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
        const argsCatalogueController_listExamples: RouteArguments = {
                request: { in: "request", name: "request" },
                _surface: { in: "query", name: "surface" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/examples",
            ...stepsBefore('listExamples'),

            async function CatalogueController_listExamples(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'listExamples', args: argsCatalogueController_listExamples, request });

                const controller = controllers.get(CatalogueController);

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
        const argsImagesController_generateImage: RouteArguments = {
                request: { in: "request", name: "request" },
                _body: { in: "body", name: "_body" },
                _idempotencyKey: { in: "header", name: "Idempotency-Key" },
                _cancelAfter: { in: "header", name: "Cancel-After" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
                _traceparent: { in: "header", name: "traceparent" },
        };
        app.post("/api/v1/images/generations",
            ...stepsBefore('generateImage'),

            async function ImagesController_generateImage(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'generateImage', args: argsImagesController_generateImage, request });

                const controller = controllers.get(ImagesController);

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
        const argsImagesController_transformImage: RouteArguments = {
                request: { in: "request", name: "request" },
                _body: { in: "body", name: "_body" },
                _idempotencyKey: { in: "header", name: "Idempotency-Key" },
                _cancelAfter: { in: "header", name: "Cancel-After" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
                _traceparent: { in: "header", name: "traceparent" },
        };
        app.post("/api/v1/images/transformations",
            ...stepsBefore('transformImage'),

            async function ImagesController_transformImage(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'transformImage', args: argsImagesController_transformImage, request });

                const controller = controllers.get(ImagesController);

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
        const argsVideosController_generateVideo: RouteArguments = {
                request: { in: "request", name: "request" },
                _body: { in: "body", name: "_body" },
                _idempotencyKey: { in: "header", name: "Idempotency-Key" },
                _cancelAfter: { in: "header", name: "Cancel-After" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
                _traceparent: { in: "header", name: "traceparent" },
        };
        app.post("/api/v1/videos/generations",
            ...stepsBefore('generateVideo'),

            async function VideosController_generateVideo(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'generateVideo', args: argsVideosController_generateVideo, request });

                const controller = controllers.get(VideosController);

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
        const argsVideosController_transformVideo: RouteArguments = {
                request: { in: "request", name: "request" },
                _body: { in: "body", name: "_body" },
                _idempotencyKey: { in: "header", name: "Idempotency-Key" },
                _cancelAfter: { in: "header", name: "Cancel-After" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
                _traceparent: { in: "header", name: "traceparent" },
        };
        app.post("/api/v1/videos/transformations",
            ...stepsBefore('transformVideo'),

            async function VideosController_transformVideo(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'transformVideo', args: argsVideosController_transformVideo, request });

                const controller = controllers.get(VideosController);

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
        const argsTasksController_listTasks: RouteArguments = {
                request: { in: "request", name: "request" },
                _status: { in: "query", name: "status" },
                _type: { in: "query", name: "type" },
                _createdFrom: { in: "query", name: "createdFrom" },
                _createdBefore: { in: "query", name: "createdBefore" },
                _limit: { in: "query", name: "limit" },
                _cursor: { in: "query", name: "cursor" },
                _id: { in: "query", name: "id" },
                _prefer: { in: "header", name: "Prefer" },
                _ifNoneMatch: { in: "header", name: "If-None-Match" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/tasks",
            ...stepsBefore('listTasks'),

            async function TasksController_listTasks(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'listTasks', args: argsTasksController_listTasks, request });

                const controller = controllers.get(TasksController);

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
        const argsTasksController_getTask: RouteArguments = {
                request: { in: "request", name: "request" },
                _taskId: { in: "path", name: "taskId" },
                _prefer: { in: "header", name: "Prefer" },
                _ifNoneMatch: { in: "header", name: "If-None-Match" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/tasks/:taskId",
            ...stepsBefore('getTask'),

            async function TasksController_getTask(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'getTask', args: argsTasksController_getTask, request });

                const controller = controllers.get(TasksController);

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
        const argsTasksController_cancelTask: RouteArguments = {
                request: { in: "request", name: "request" },
                _taskId: { in: "path", name: "taskId" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.post("/api/v1/tasks/:taskId/cancel",
            ...stepsBefore('cancelTask'),

            async function TasksController_cancelTask(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'cancelTask', args: argsTasksController_cancelTask, request });

                const controller = controllers.get(TasksController);

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
        const argsUploadsController_createUpload: RouteArguments = {
                request: { in: "request", name: "request" },
                _body: { in: "body", name: "_body" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.post("/api/v1/uploads",
            ...stepsBefore('createUpload'),

            async function UploadsController_createUpload(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'createUpload', args: argsUploadsController_createUpload, request });

                const controller = controllers.get(UploadsController);

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
        const argsUploadsController_completeUpload: RouteArguments = {
                request: { in: "request", name: "request" },
                _assetId: { in: "path", name: "assetId" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
                _body: { in: "body", name: "_body" },
        };
        app.post("/api/v1/uploads/:assetId/complete",
            ...stepsBefore('completeUpload'),

            async function UploadsController_completeUpload(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'completeUpload', args: argsUploadsController_completeUpload, request });

                const controller = controllers.get(UploadsController);

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
        const argsUploadsController_getUpload: RouteArguments = {
                request: { in: "request", name: "request" },
                _assetId: { in: "path", name: "assetId" },
                _xRequestId: { in: "header", name: "X-Request-Id" },
        };
        app.get("/api/v1/uploads/:assetId",
            ...stepsBefore('getUpload'),

            async function UploadsController_getUpload(request: ExRequest, response: ExResponse, next: any) {

            let validatedArgs: any[] = [];
            try {
                validatedArgs = templateService.getValidatedArgs({ operation: 'getUpload', args: argsUploadsController_getUpload, request });

                const controller = controllers.get(UploadsController);

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

