import { openApiDocument } from '@fibado/contracts';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** `/api/openapi.json`, made from the contracts, and the pages that show it at `/api/docs`. */
export function serveOpenApi(app: NestExpressApplication): void {
  const document = openApiDocument() as unknown as OpenAPIObject;
  SwaggerModule.setup('api/docs', app, () => document, {
    jsonDocumentUrl: 'api/openapi.json',
    customSiteTitle: 'Fibado API',
  });
}
