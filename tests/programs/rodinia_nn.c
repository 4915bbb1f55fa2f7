// deals: block, cyclic
// distributed: 35 55
// offloaded: 35 55
/* Nearest neighbours among hurricane records, after Rodinia's "nn": distances in parallel over an array of structs,
   then the k nearest are picked serially. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct latLong {
    float lat;
    float lng;
} LatLong;

typedef struct record {
    char recString[16];
    float distance;
} Record;

int main(void)
{
    int numRecords = 400, resultsCount = 10;
    float lat = 30.0f, lng = 90.0f;
    LatLong *locations = malloc(sizeof(LatLong) * numRecords);
    Record *records = malloc(sizeof(Record) * numRecords);
    float *distances = malloc(sizeof(float) * numRecords);

    for (int i = 0; i < numRecords; i++) {
        locations[i].lat = (float)(7 + (i * 61) % 630) / 10.0f;
        locations[i].lng = (float)((i * 137) % 3580) / 10.0f;
        snprintf(records[i].recString, sizeof records[i].recString, "storm%04d", i);
    }
    #pragma hydra parallel for
    for (int i = 0; i < numRecords; i++)
        distances[i] = (float)sqrt((lat - locations[i].lat) * (lat - locations[i].lat) +
                                   (lng - locations[i].lng) * (lng - locations[i].lng));
    for (int i = 0; i < numRecords; i++)
        records[i].distance = distances[i];

    for (int i = 0; i < resultsCount; i++) {
        int minLoc = i;
        for (int j = i; j < numRecords; j++)
            if (records[j].distance < records[minLoc].distance)
                minLoc = j;
        Record tmp = records[i];
        records[i] = records[minLoc];
        records[minLoc] = tmp;
        distances[minLoc] = distances[i];
        distances[i] = records[i].distance;
        printf("%s --> Distance=%f\n", records[i].recString, distances[i]);
    }
    float sum = 0;
    #pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < numRecords; i++)
        sum += distances[i] > 100 ? 1 : 0;
    printf("%g far away\n", sum);
    free(locations);
    free(records);
    free(distances);
    return 0;
}
